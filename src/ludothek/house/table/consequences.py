"""The consequences of a move: its entries, the chance moves that follow, and the resulting positions."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ludothek.core import CHANCE, IllegalMove
from ludothek.core.chance import SecretSeed
from ludothek.house.table.entries import AnyEntry, Chosen, Moved, RulesChanged, TimedOut
from ludothek.house.table.position import PlayedMove
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting


class Consequences(NamedTuple):
    """The entries to write, the phase they lead to, and the computed moves among them."""

    entries: Sequence[AnyEntry]
    phase: str | None = None
    played: Sequence[PlayedMove] = ()  # one per `Moved` entry, or empty

    def carry_out(self, sitting: Sitting) -> None:
        """Apply the entries to the sitting that they were decided on."""
        played = iter(self.played)
        for entry in self.entries:
            sitting.apply(entry, next(played, None) if isinstance(entry, Moved) else None)


def play(
    sitting: Sitting, seat: int, move: str, at: int, person: str | None = None, client: str | None = None
) -> Consequences:
    """Decide a move of a person or a bot; in a timed window it stays a choice until the window ends."""
    if seat not in sitting.legal_moves:
        raise Refused("not_to_act")
    if move not in sitting.legal_moves[seat]:
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
    made = play_out(sitting, [(seat, move)])
    first = Moved(seat=seat, move=move, person=person, client=client, at=at)
    return Consequences(
        [*rules_change(sitting, at), first, *moved_entries(made[1:], at)], phase_after(made), made
    )


def close_window(sitting: Sitting, at: int) -> Consequences:
    """Decide the end of a timed window: chosen or default moves in seat order, then chance."""
    state = sitting.table.state
    made = play_out(
        sitting,
        [(seat, sitting.chosen.get(seat) or sitting.pace.default(state, seat)) for seat in sitting.to_act],
    )
    return Consequences([*rules_change(sitting, at), *moved_entries(made, at)], phase_after(made), made)


def time_out(sitting: Sitting, at: int) -> Consequences | None:
    """Return the end of the game on time, or None if the running clock has time left."""
    clocks = sitting.clocks
    if clocks is None or clocks.running is None or not is_time_up(sitting, at):
        return None
    return Consequences([TimedOut(seat=clocks.running, at=at)], "over")


def is_time_up(sitting: Sitting, at: int) -> bool:
    ends = sitting.clocks.ends if sitting.clocks else None
    return ends is not None and at >= ends


def chance_moves(sitting: Sitting, at: int) -> Consequences:
    """Decide the chance moves that are due."""
    made = play_out(sitting, [])
    return Consequences(
        [*rules_change(sitting, at), *moved_entries(made, at)] if made else [], phase_after(made), made
    )


def play_out(
    sitting: Sitting, moves: Iterable[tuple[int, str]], seed: SecretSeed | None = None
) -> list[PlayedMove]:
    """Compute these moves and the chance moves due after them; in companion mode people enter chance moves.

    A draw depends on its number: the number of the move or, in a challenge, of the draw. The third roll of a
    challenge is thus the same for each player, however many decisions came before it.
    """
    variant, position, own_count = sitting.variant, sitting.position, sitting.facts.challenge is not None
    seed = seed or sitting.seed  # passed in only before the game has begun
    number = count_draws(sitting.table.moves) if own_count else sitting.table.number()
    made: list[PlayedMove] = []
    for seat, move in moves:
        made.append(PlayedMove.at(variant, position, seat, move))
        position = made[-1].position
    while CHANCE in position.legal_moves and not sitting.facts.companion:
        since = sum(played.seat == CHANCE for played in made) if own_count else len(made)
        move = seed.draw(number + since, variant.weights(position.state, position.legal_moves[CHANCE]))
        made.append(PlayedMove.at(variant, position, CHANCE, move))
        position = made[-1].position
    return made


def count_draws(moves: Iterable[tuple[int, str]]) -> int:
    return sum(seat == CHANCE for seat, _ in moves)


def rules_change(sitting: Sitting, at: int) -> list[AnyEntry]:
    """Return the entry before the first move under the current rules at a table of an earlier version."""
    return [RulesChanged(version=sitting.variant.game.declared.version, at=at)] if sitting.is_upgraded else []


def moved_entries(made: Iterable[PlayedMove], at: int) -> list[AnyEntry]:
    return [Moved(seat=played.seat, move=played.move, at=at) for played in made]


def phase_after(made: Sequence[PlayedMove]) -> str | None:
    return "over" if made and not made[-1].position.legal_moves else None
