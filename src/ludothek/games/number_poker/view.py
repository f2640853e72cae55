"""What a seat sees: everything except the choices of the open round (NP-8)."""

from typing import Any, Literal, TypedDict

from ludothek.core import Event, Nothing, People, Phrase, Seat
from ludothek.games.number_poker.rules import EMPTY_HAND, NOT_YET, PASS, STEAL, State, is_stone
from ludothek.games.number_poker.rules import standing as rank

NOTHING = Phrase("words.nothing")
HAND = (Phrase("words.without_empty_hand"), Phrase("words.with_empty_hand"))


class Hand(TypedDict):
    left: list[int]  # stones of the values 1 to 4
    empty_hand: bool
    has_chosen: bool
    choice: int | None
    shown: int | None
    won: list[int]  # stones of the values 1 to 4


class View(TypedDict):
    round: int
    stage: Literal["choose", "steal", "over"]
    thief: int | None
    seats: list[Hand]


def view(kit: Nothing, s: State, seat: int) -> View:
    return {
        "round": s.round,
        "stage": "steal" if s.thief else "choose" if s.owes else "over",
        "thief": s.thief - 1 if s.thief else None,
        "seats": [
            {
                "left": s.left[k][1:],
                "empty_hand": bool(s.left[k][EMPTY_HAND]),
                "has_chosen": s.chosen[k] != NOT_YET,
                "choice": s.chosen[k] if s.thief or (k == seat and s.chosen[k] != NOT_YET) else None,
                "shown": None if s.shown[k] == NOT_YET else s.shown[k],
                "won": s.won[k][1:],
            }
            for k in range(s.seats)
        ],
    }


def describe(kit: Nothing, s: State, seat: int) -> list[Phrase]:
    lines = [Phrase("board.round", n=s.round)]
    for k in range(s.seats):
        held = [value for value in range(1, 5) for _ in range(s.left[k][value])]
        lines.append(
            Phrase(
                "board.seat",
                who=Seat(k),
                held=held or NOTHING,
                hand=HAND[s.left[k][EMPTY_HAND]],
                won=[value for value in range(1, 5) for _ in range(s.won[k][value])] or NOTHING,
            )
        )
    if s.thief:
        lines.append(Phrase("board.shown", shown=[shown(k, s.chosen[k]) for k in range(s.seats)]))
    elif s.shown[0] != NOT_YET:
        lines.append(Phrase("board.last", shown=[shown(k, s.shown[k]) for k in range(s.seats)]))
    return lines


def ask(kit: Nothing, s: State, seat: int) -> Phrase:
    return Phrase("prompts.steal" if s.thief else "prompts.choose", round=s.round)


def label(kit: Nothing, s: State, seat: int, action: int) -> Phrase:
    if action >= STEAL:
        return Phrase("moves.steal", who=Seat(action - STEAL), value=s.chosen[action - STEAL])
    return (
        Phrase("moves.stone", value=action)
        if is_stone(action)
        else Phrase("moves.empty_hand" if action == EMPTY_HAND else "moves.pass")
    )


def tell(kit: Nothing, before: State, seat: int, action: int, after: State) -> list[Event]:
    if action >= STEAL:
        told = [
            Event("steals", who=Seat(seat), whom=Seat(action - STEAL), value=before.chosen[action - STEAL])
        ]
        return told + _winner(before, after, apart_from=seat)
    if before.owes != 1 << seat:
        return [Event("chooses", who=Seat(seat))]
    told = [Event("reveal", shown=[shown(k, after.shown[k]) for k in range(after.seats)])]
    if after.thief:
        return [*told, Event("may_steal", who=Seat(after.thief - 1))]
    if sum(after.shown[k] == EMPTY_HAND for k in range(after.seats)) > 1:
        told.append(Event("blocked"))
    return told + _winner(before, after)


def outcome(kit: Nothing, s: State) -> dict[str, Any]:
    winners, stones, points = _best(s)
    return {
        "reason": f"most stones won: seat {', '.join(map(str, winners))} with {stones} stones worth {points}"
    }


def standing(kit: Nothing, s: State) -> list[int]:
    return [sum(s.won[seat]) for seat in range(s.seats)]


def why(kit: Nothing, s: State) -> Phrase:
    winners, stones, points = _best(s)
    return Phrase(
        "why.most",
        n=len(winners),
        who=People(Seat(k) for k in winners),
        stones=Phrase("words.stones", n=stones),
        points=points,
    )


def _best(s: State) -> tuple[list[int], int, int]:
    """The leading seats, the number of their stones and its total value."""
    best = max(rank(s, k) for k in range(s.seats))
    return [k for k in range(s.seats) if rank(s, k) == best], *divmod(best, 100)


def shown(seat: int, choice: int) -> Phrase:
    """A phrase for one seat's open hand."""
    if is_stone(choice):
        return Phrase("words.shows_stone", who=Seat(seat), value=choice)
    return Phrase("words.shows_nothing" if choice == PASS else "words.shows_empty_hand", who=Seat(seat))


def _winner(before: State, after: State, apart_from: int | None = None) -> list[Event]:
    for k in range(after.seats):
        for value in range(1, 5):
            if k != apart_from and after.won[k][value] > before.won[k][value]:
                return [Event("wins", who=Seat(k), value=value)]
    return [] if apart_from is not None else [Event("nobody")]
