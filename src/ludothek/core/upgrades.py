"""Replaying games that were played by an earlier version of a game's rules.

A game that raises `version` in its declaration has an `upgrade.py`:

    options(version, given)                 the options of that version as options of the present one
    silent_choice(version, given, kit, s)   the move that version made by itself where the present rules ask;
    None where it asked too

`given` are the options as the record has them. After every recorded move the silent choices that are due are
inserted, so that the state is the one that the earlier version had reached.
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
    """An earlier version of a game's rules, by which a game was begun with these options."""

    def __init__(self, game: Game, version: int, given: dict[str, Any]) -> None:
        self.version = version
        self.given = given
        self.hooks = cast(Upgrade, game.module("upgrade"))
        self.options = self.hooks.options(version, given)

    def silent_choices(self, variant: Variant, state: Any) -> Iterator[tuple[int, str]]:
        """The moves that this version made by itself from here on; each is to be made before the next is
        asked for.
        """
        while (move := self.hooks.silent_choice(self.version, self.given, variant.kit, state)) is not None:
            [seat] = variant.to_act(state)
            yield seat, move
            state = variant.play(state, seat, move)


def earlier(game: Game, version: object, given: object) -> Earlier | None:
    """The version by which a game was played; None where it is the present one.

    A version that is not known here is refused.
    """
    present = game.declared.version
    if type(version) is not int or version < 1:
        raise BadRecord(f"the version of the rules must be a whole number from 1, not {version!r:.60}")
    if version > present:
        raise BadRecord(
            f"the game was played by version {version} of the rules of {game.id}, and this program knows them up to version {present}: "
            "update Ludothek to open it"
        )
    return (
        None if version == present else Earlier(game, version, dict(given) if isinstance(given, dict) else {})
    )
