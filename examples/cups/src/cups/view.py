"""The views and messages of the game."""

from typing import Any, TypedDict

from cups.rules import DICE, DOUBT, LEAST, UNKNOWN, State, players, to_act
from ludothek.core import CHANCE, Event, Nothing, Phrase, Seat, only


class Cup(TypedDict):
    chips: int
    dice: list[int | None]  # None: hidden from the viewer
    shown: list[int]  # the dice when the cups were last lifted


class View(TypedDict):
    claim: int | None
    claimer: int | None
    turn: int | None  # the seat that claims or doubts; None while dice roll, and at the end
    seats: list[Cup]


def view(kit: Nothing, s: State, seat: int) -> View:
    return {
        "claim": s.claim or None,
        "claimer": s.claimer if s.claim else None,
        "turn": s.turn if to_act(kit, s) == 1 << s.turn else None,
        "seats": [
            {
                "chips": s.chips[k],
                "dice": [None if die == UNKNOWN else die for die in s.dice[k] if die],
                "shown": [die for die in s.shown[k] if die],
            }
            for k in range(s.seats)
        ],
    }


def describe(kit: Nothing, s: State, seat: int) -> list[Phrase]:
    lines = [Phrase("describe.chips", who=Seat(k), n=s.chips[k]) for k in range(s.seats)]
    if seat < s.seats and s.dice[seat][0]:
        lines.append(Phrase("describe.dice", dice=[die for die in s.dice[seat] if die]))
    if s.claim:
        lines.append(Phrase("describe.claim", who=Seat(s.claimer), claim=s.claim))
    return lines


def ask(kit: Nothing, s: State, seat: int) -> Phrase:
    return Phrase("prompts.raise", claim=s.claim) if s.claim else Phrase("prompts.first")


def label(kit: Nothing, s: State, seat: int, action: int) -> Phrase:
    return (
        Phrase("moves.doubt", claim=s.claim)
        if action == DOUBT
        else Phrase("moves.claim", claim=action + LEAST)
    )


def tell(kit: Nothing, before: State, seat: int, action: int, after: State) -> list[Event]:
    if seat == CHANCE:
        return _rolled(after) if after.rolled == DICE * players(after) else []
    if action != DOUBT:
        return [Event("claims", who=Seat(seat), claim=action + LEAST)]
    lifted = [
        Phrase("lifted", who=Seat(k), dice=after.shown[k]) for k in range(before.seats) if before.chips[k]
    ]
    told = [
        Event("doubts", who=Seat(seat), claimer=Seat(before.claimer), claim=before.claim),
        Event("lifted", cups=lifted, total=sum(map(sum, after.shown))),
        Event("loses" if after.chips[after.loser] else "is_out", who=Seat(after.loser)),
    ]
    if players(after) == 1:
        told.append(Event("wins", who=Seat(_winner(after))))
    return told


def outcome(kit: Nothing, s: State) -> dict[str, Any]:
    return {
        "reason": f"only seat {_winner(s)} has chips left",
        "points": [float(chips) for chips in s.chips[: s.seats]],
    }


def why(kit: Nothing, s: State) -> Phrase:
    return Phrase("why.last", who=Seat(_winner(s)))


def _rolled(s: State) -> list[Event]:
    own = [Event("rolled", only(k), dice=s.dice[k]) for k in range(s.seats) if s.chips[k]]
    return [Event("all_rolled"), *own]


def _winner(s: State) -> int:
    return next(k for k in range(s.seats) if s.chips[k])
