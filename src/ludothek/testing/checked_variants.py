"""The variants of a game that checks cover."""

from collections.abc import Iterator

from ludothek.core import Flag, Game, OneOf, Variant, Whole


def variants_of(game: Game) -> Iterator[Variant]:
    """Yield each number of seats with default options, and each other option value with the most seats."""
    for seats in range(game.fewest, game.most + 1):
        yield game.variant(seats)
    for option in game.options:
        match option:
            case OneOf():
                values = list(option.values)
            case Flag():
                values = [True]
            case Whole():
                values = [option.low, option.high]
        for value in values:
            if value != option.default(game.most):
                yield game.variant(game.most, {option.name: value})


def name_of(variant: Variant) -> str:
    changed = [
        f"{k}={v}" for k, v in variant.options.items() if v != variant.game.variant(variant.seats).options[k]
    ]
    return "-".join([variant.game.id, str(variant.seats), *changed])
