"""A finished game as one person remembers it, for statistics and ratings, without ids of others."""

from collections.abc import Sequence

import msgspec

from ludothek.house.table.ending import GameEnding
from ludothek.house.table.entries import AnyEntry, HelpChanged, Hinted, TakenBack
from ludothek.house.table.seat_result import result_of
from ludothek.house.table.sitting import Sitting

HELP = Hinted | HelpChanged | TakenBack


class FinishedGame(msgspec.Struct, frozen=True):
    table: str
    game: str
    at: int  # when it ended, in milliseconds since 1970
    seats: int
    seat: int
    outcome: str
    moves: int
    score: int | None
    scores: list[float]  # of all seats
    bots: dict[int, str]  # the level of each by its seat
    people: list[str]  # the names of the others
    opening: str  # the first move
    box: bool  # whether it was played in companion mode
    challenge: str  # the day whose challenge it was
    helped: bool  # whether the person used advice or took a move back
    narrow: bool = False  # a narrow win; games stored before this field existed count as plain wins


def played_by(person: str, sitting: Sitting, entries: Sequence[AnyEntry]) -> FinishedGame | None:
    """Return the person's game, or None if it does not count.

    A game does not count if a bot finished it for the person, if they played several seats against each
    other, if it was practice, or if it began in the middle.
    """
    facts, mine = sitting.facts, sitting.seats_of(person)
    is_team = sitting.variant.game.declared.together
    if facts.try_of or facts.beginning or (facts.challenge and not facts.is_counted):
        return None
    if not mine or (len(mine) > 1 and not is_team) or any(sitting.seats[seat].level for seat in mine):
        return None
    result, ending = result_of(sitting, mine[0]), GameEnding.of(sitting)
    own = [move for seat, move in sitting.table.moves if seat == mine[0]]
    return FinishedGame(
        table=facts.id,
        game=facts.game,
        at=sitting.moved_at,
        seats=facts.seats,
        seat=mine[0],
        outcome=result.outcome,
        moves=result.moves,
        score=result.score,
        scores=ending.scores,
        bots={seat: table_seat.level for seat, table_seat in enumerate(sitting.seats) if table_seat.level},
        people=sorted(
            table_seat.name
            for seat, table_seat in enumerate(sitting.seats)
            if table_seat.owner and seat not in mine
        ),
        opening=own[0] if own else "",
        box=facts.companion,
        challenge=facts.challenge.date if facts.challenge else "",
        helped=any(isinstance(entry, HELP) and entry.person == person for entry in entries),
        narrow=ending.is_narrow,
    )
