"""Replaying games that were played by an earlier version of a game's rules.

A game that raises `version` in its declaration has an `upgrade.py`:

    options(version, given)                 converts the options of that version to the present ones
    silent_choice(version, given, kit, s)   the move that version made automatically where the present rules
                                            ask a seat; None if that version asked too

`given` are the options as recorded. After every recorded move the due silent choices are inserted, so that
the state is the one that the earlier version reached.
"""

from collections.abc import Iterator
from typing import Any, Protocol, cast

from ludothek.core.errors import BadRecord
from ludothek.core.game import Game, Variant


class Upgrade(Protocol):
    """What a game's `upgrade.py` contains."""

    def options(self, version: int, given: dict[str, Any]) -> dict[str, Any]: ...
    def silent_choice(self, version: int, given: dict[str, Any], kit: Any, s: Any) -> str | None: ...


class Earlier:
    """An earlier version of a game's rules, and the options of a game begun under it."""

    def __init__(self, game: Game, version: int, given: dict[str, Any]) -> None:
        self.version = version
        self.given = given
        self.hooks = cast(Upgrade, game.module("upgrade"))
        self.options = self.hooks.options(version, given)

    def silent_choices(self, variant: Variant, state: Any) -> Iterator[tuple[int, str]]:
        """Yield the moves that this version made automatically from here on.

        The caller makes each before it takes the next.
        """
        while (move := self.hooks.silent_choice(self.version, self.given, variant.kit, state)) is not None:
            [seat] = variant.to_act(state)
            yield seat, move
            state = variant.play(state, seat, move)


def earlier(game: Game, version: object, given: object) -> Earlier | None:
    """Return the version that a record was played by, None if it is the present one; refuse unknown ones."""
    present = game.declared.version
    if type(version) is not int or version < 1:
        raise BadRecord(f"the version of the rules must be a whole number from 1, not {version!r:.60}")
    if version > present:
        raise BadRecord(
            f"the game was played by version {version} of the rules of {game.id}, and this program knows them"
            f" up to version {present}: update Ludothek to open it"
        )
    return (
        None if version == present else Earlier(game, version, dict(given) if isinstance(given, dict) else {})
    )
