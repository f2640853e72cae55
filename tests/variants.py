"""Every game in every shape that a test over all games should meet."""

from collections.abc import Iterator

from ludothek.core import Choice, Flag, Variant, Whole
from ludothek.core.registry import find, game_ids


def variants_of(game_id: str) -> Iterator[Variant]:
    """Each number of seats with the default options, and each other value of each option with the most seats."""
    game = find(game_id)
    for seats in range(game.fewest, game.most + 1):
        yield game.variant(seats)
    for option in game.options:
        match option:
            case Choice():
                values = list(option.values)
            case Flag():
                values = [True]
            case Whole():
                values = [option.low, option.high]
        for value in values:
            if value == option.default(game.most):
                continue
            yield game.variant(game.most, {option.name: value})


def name_of(variant: Variant) -> str:
    changed = [f"{k}={v}" for k, v in variant.options.items() if v != variant.game.variant(variant.seats).options[k]]
    return "-".join([variant.game.id, str(variant.seats), *changed])


def all_variants() -> list[Variant]:
    return [variant for game_id in game_ids() for variant in variants_of(game_id)]
