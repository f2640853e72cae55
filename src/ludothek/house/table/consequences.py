"""What a move leads to: the entries to write, with the chance moves that follow it, and where the game stands
then.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ludothek.core import CHANCE, IllegalMove
from ludothek.core.chance import SecretSeed
from ludothek.house.table.entries import AnyEntry, Chosen, Moved, RulesChanged, TimedOut
from ludothek.house.table.position import PlayedMove
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting


class Consequences(NamedTuple):
    """What to write; the phase that the table enters by it, if it enters one; and what is known of the moves
    in it.
    """

    entries: Sequence[AnyEntry]
    phase: str | None = None
    played: Sequence[PlayedMove] = ()  # one for each `Moved`; none where others have decided

    def carry_out(self, sitting: Sitting) -> None:
        """Bring the table that this was decided on to where it leads."""
        played = iter(self.played)
        for entry in self.entries:
            sitting.apply(entry, next(played, None) if isinstance(entry, Moved) else None)


def play(
    sitting: Sitting, seat: int, move: str, at: int, person: str | None = None, client: str | None = None
) -> Consequences:
    """A move by whoever: a person, a bot. In a window it stays a choice until the window ends."""
    if seat not in sitting.asked:
        raise Refused("not_to_act")
    if move not in sitting.asked[seat]:
        try:
            sitting.variant.action(sitting.table.state, seat, move)
        except IllegalMove as refusal:
            raise Refused("illegal_move", str(refusal)) from None
    if is_time_up(sitting, at):
        raise Refused("time_is_up")
    if at < (earliest := sitting.not_before()):
        raise Refused("too_early", retry_in_ms=earliest - at)
    if sitting.window():
        return Consequences([Chosen(seat=seat, move=move, person=person, client=client, at=at)])
    made = played_out(sitting, [(seat, move)])
    first = Moved(seat=seat, move=move, person=person, client=client, at=at)
    return Consequences([*rules_changed(sitting, at), first, *moved(made[1:], at)], phase_after(made), made)


def close_window(sitting: Sitting, at: int) -> Consequences:
    """What all have chosen, or play by default, in the order of the seats; and what chance does then."""
    state = sitting.table.state
    made = played_out(
        sitting,
        [(seat, sitting.chosen.get(seat) or sitting.pace.default(state, seat)) for seat in sitting.to_act],
    )
    return Consequences([*rules_changed(sitting, at), *moved(made, at)], phase_after(made), made)


def time_out(sitting: Sitting, at: int) -> Consequences | None:
    """The end of a game by the clock, if it has come."""
    clocks = sitting.clocks
    if clocks is None or clocks.running is None or not is_time_up(sitting, at):
        return None
    return Consequences([TimedOut(seat=clocks.running, at=at)], "over")


def is_time_up(sitting: Sitting, at: int) -> bool:
    ends = sitting.clocks.ends if sitting.clocks else None
    return ends is not None and at >= ends


def chance_moves(sitting: Sitting, at: int) -> Consequences:
    """The chance moves that are due."""
    made = played_out(sitting, [])
    return Consequences(
        [*rules_changed(sitting, at), *moved(made, at)] if made else [], phase_after(made), made
    )


def played_out(
    sitting: Sitting, moves: Iterable[tuple[int, str]], seed: SecretSeed | None = None
) -> list[PlayedMove]:
    """These moves, and the chance moves that are due after them. With the box on the table people roll and
    draw instead.

    A draw follows from its number: that of the move, or in a challenge that of the draw, so that the third
    throw is the same for everybody, however many decisions each has made before it.
    """
    variant, position, own_count = sitting.variant, sitting.position, sitting.facts.challenge is not None
    seed = seed or sitting.seed  # another one only before the game has begun
    number = draws(sitting.table.moves) if own_count else sitting.table.number()
    made: list[PlayedMove] = []
    for seat, move in moves:
        made.append(PlayedMove.at(variant, position, seat, move))
        position = made[-1].position
    while CHANCE in position.asked and not sitting.facts.companion:
        since = sum(played.seat == CHANCE for played in made) if own_count else len(made)
        move = seed.draw(number + since, variant.weighed(position.state, position.asked[CHANCE]))
        made.append(PlayedMove.at(variant, position, CHANCE, move))
        position = made[-1].position
    return made


def draws(moves: Iterable[tuple[int, str]]) -> int:
    return sum(seat == CHANCE for seat, _ in moves)


def rules_changed(sitting: Sitting, at: int) -> list[AnyEntry]:
    """The entry before the first move by the present rules, at a table of an earlier version."""
    return [RulesChanged(version=sitting.variant.game.declared.version, at=at)] if sitting.is_upgraded else []


def moved(made: Iterable[PlayedMove], at: int) -> list[AnyEntry]:
    return [Moved(seat=played.seat, move=played.move, at=at) for played in made]


def phase_after(made: Sequence[PlayedMove]) -> str | None:
    return "over" if made and not made[-1].position.asked else None
