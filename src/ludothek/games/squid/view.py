"""What a seat sees (SQ-19).

Hidden are the tricks in other hands, and so which tricks are in the pile, and choices not yet revealed.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from ludothek.core import CHANCE, EVERYBODY, Event, Phrase, Seat, only
from ludothek.games.squid.notation import CHOICES, GUARD_ACTION_NAMES, TRICK_NAMES
from ludothek.games.squid.rules import (
    ACTION,
    AGAIN,
    AT,
    DEAL,
    DRAW,
    GIFT,
    LAYOUT,
    MOVED,
    NOBODY,
    NOTHING,
    OVER,
    PLACE,
    POW,
    QUICK,
    TRICK,
    UNKNOWN,
    VOTE,
    Kit,
    State,
    drawer,
    is_trick,
    worth,
)

Stage = Literal["layout", "deal", "place", "vote", "moved", "draw", "action", "gift", "over"]
STAGES: tuple[Stage, ...] = ("layout", "deal", "place", "vote", "moved", "draw", "action", "gift", "over")


class SeatView(TypedDict):
    characters: int
    hand_size: int
    hand: dict[str, int] | None  # None: the viewer may not know
    asked: bool
    has_chosen: bool
    choice: str | None
    vote: str | None
    reaction: str | None
    rank: int | None


class View(TypedDict):
    you: int | None
    round: int
    stage: Stage
    quick: bool
    ring: list[int]  # the seat of the character on each place
    guard: int | None
    card: str | None
    guard_pile: dict[str, int]
    guard_discard: dict[str, int]
    trick_pile_size: int
    trick_discard: dict[str, int]
    unseen_tricks: dict[str, int]
    drawer: int | None
    seats: list[SeatView]


def view(kit: Kit, s: State, seat: int) -> View:
    ranks = {k: s.seats - order for order, k in enumerate(reversed(ranking(s)))}
    return {
        "you": seat if seat < s.seats else None,
        "round": s.round,
        "stage": STAGES[s.stage],
        "quick": bool(s.quick),
        "ring": s.ring[: s.size],
        "guard": None if s.guard == NOBODY else s.guard,
        "card": None if s.card == NOTHING else GUARD_ACTION_NAMES[s.card],
        "guard_pile": _by_name(GUARD_ACTION_NAMES, s.guard_pile),
        "guard_discard": _by_name(GUARD_ACTION_NAMES, s.guard_discard),
        "trick_pile_size": s.tricks_left,
        "trick_discard": _by_name(TRICK_NAMES, s.trick_discard),
        # Those in the pile and in the hands that are None below
        "unseen_tricks": _by_name(TRICK_NAMES, s.trick_pile),
        "drawer": drawer(s) if s.stage in (DEAL, GIFT) else None,
        "seats": [
            {
                "characters": s.standing[k],
                "hand_size": s.held[k],
                "hand": _by_name(TRICK_NAMES, s.hand[k]) if _is_open(s.hand[k]) else None,
                "asked": bool(s.owes >> k & 1),
                "has_chosen": s.chosen[k] != NOTHING,
                "choice": _choice(s.chosen[k]),
                "vote": _choice(s.vote[k]),
                "reaction": _choice(s.reaction[k]),
                "rank": ranks.get(k),
            }
            for k in range(s.seats)
        ],
    }


def describe(kit: Kit, s: State, seat: int) -> list[Phrase]:
    lines = [Phrase("board.quick_round" if s.quick else "board.round", n=s.round)] if s.round else []
    lines.append(
        Phrase(
            "board.ring",
            ring=[Phrase("words.place", place=place, who=Seat(s.ring[place])) for place in range(s.size)]
            or _none(),
        )
    )
    if s.guard != NOBODY:
        lines.append(Phrase("board.guard", **_target(s)))
    if s.stage in (ACTION, GIFT):
        lines.append(Phrase("board.card", card=card(s.card)))
    for k in range(s.seats):
        if s.stage > LAYOUT and not s.standing[k]:
            lines.append(Phrase("board.out", who=Seat(k)))
            continue
        lines.append(Phrase("board.seat", who=Seat(k), characters=s.standing[k], tricks=s.held[k]))
    if s.stage > VOTE or s.round > 1:
        lines.append(Phrase("board.votes", votes=_votes(s)))
    if seat < s.seats and s.standing[seat]:
        lines.append(Phrase("board.hand", tricks=_counted(trick, s.hand[seat])))
        if s.chosen[seat] != NOTHING:
            lines.append(Phrase("board.chosen", choice=label(kit, s, seat, s.chosen[seat])))
    if s.stage == OVER:
        lines.append(Phrase("board.wins", who=Seat(s.ring[0])))
    return [
        *lines,
        Phrase(
            "board.guard_pile", pile=_counted(card, s.guard_pile), discard=_counted(card, s.guard_discard)
        ),
        Phrase("board.trick_pile", n=s.tricks_left),
        Phrase("board.unseen", tricks=_counted(trick, s.trick_pile)),
        Phrase("board.trick_discard", tricks=_counted(trick, s.trick_discard)),
    ]


def ask(kit: Kit, s: State, seat: int) -> Phrase:
    if s.stage == LAYOUT:
        return Phrase("prompts.layout")
    if s.stage in (DEAL, GIFT):
        return Phrase("prompts.trick", who=Seat(drawer(s)))
    if s.stage == PLACE:
        return Phrase("prompts.place")
    if s.stage == ACTION:
        return Phrase("prompts.action", card=card(s.card), **_target(s))
    return Phrase(f"prompts.{STAGES[s.stage]}", **_target(s))


def label(kit: Kit, s: State, seat: int, action: int) -> Phrase:
    if seat != CHANCE:
        return Phrase("moves.at", place=action - AT) if action >= AT else Phrase(f"moves.{CHOICES[action]}")
    if s.stage == LAYOUT:
        return Phrase("moves.stand", who=Seat(action))
    return card(action) if s.stage == DRAW else trick(action)


def tell(kit: Kit, before: State, seat: int, action: int, after: State) -> list[Event]:
    told = _happened(before, seat, action, after)
    if sum(after.guard_discard) < sum(before.guard_discard):
        told.append(Event("guard_pile_anew"))
    if sum(after.trick_discard) < sum(before.trick_discard):
        told.append(Event("trick_pile_anew"))
    if after.stage == OVER:
        told.append(Event("wins", who=Seat(after.ring[0])))
    elif after.round > before.round:
        told.append(Event("round", n=after.round))
    return told


def outcome(kit: Kit, s: State) -> dict[str, Any]:
    return {"reason": f"seat {s.ring[0]} is the last colour in the ring", "ranking": ranking(s)}


def standing(kit: Kit, s: State) -> list[int]:
    return list(s.standing[: s.seats])


def why(kit: Kit, s: State) -> Phrase:
    return Phrase("why.last", who=Seat(s.ring[0]))


def ranking(s: State) -> list[int]:
    """The seats from the winner down; before the end only those that are out (SQ-18)."""
    return s.ring[: s.stage == OVER] + s.leavers[: s.gone][::-1]


def trick(number: int) -> Phrase:
    return Phrase(f"words.trick.{TRICK_NAMES[number]}")


def card(number: int) -> Phrase:
    return Phrase(f"words.card.{GUARD_ACTION_NAMES[number]}")


def _happened(before: State, seat: int, action: int, after: State) -> list[Event]:
    if before.stage == LAYOUT:
        return [Event("stands", who=Seat(action), place=before.size)]
    if before.stage == PLACE:
        return [Event("places", who=Seat(seat), place=after.guard)]
    if before.stage in (DEAL, GIFT):
        who = drawer(before)
        told = [
            Event("draws", EVERYBODY & ~only(who), who=Seat(who)),
            Event("you_draw", only(who), trick=trick(action)),
        ]
        return told if before.stage == DEAL else told + _goes_on(after)
    if before.stage == DRAW:
        told = [Event("turned_up", card=card(action), **_target(before))]
        return told if after.stage == ACTION else told + _carried_out(before, action, after)
    if before.owes != 1 << seat:
        return [Event("chooses", who=Seat(seat))]
    if before.stage == VOTE:
        return [Event("votes", votes=_votes(after)), _walks(sum(map(worth, after.vote)), after)]
    return _reacted(before, after)


def _reacted(before: State, after: State) -> list[Event]:
    for k in range(after.seats):
        played = after.reaction[k]
        if is_trick(played):
            told = [Event("plays", who=Seat(k), trick=trick(played))]
            if played == AGAIN:
                return [*told, Event("void", card=card(before.card))]
            if played == QUICK and not before.quick:
                told.append(Event("quick"))
            return [*told, _walks(1, after)]
    told = [Event("all_pass")]
    return told if before.stage == MOVED else told + _carried_out(before, before.card, after)


def _carried_out(before: State, action: int, after: State) -> list[Event]:
    who = before.ring[before.guard]
    if action != POW:
        told = [Event("spared", who=Seat(who))]
        if action == TRICK and after.stage != GIFT:
            told.append(Event("no_trick"))
        return told + _goes_on(after)
    told = [Event("shot", **_target(before))]
    if not after.standing[who]:
        told.append(Event("out", who=Seat(who)))
        if before.held[who]:
            told.append(Event("lays_down", who=Seat(who), tricks=_counted(trick, before.hand[who])))
    return told


def _goes_on(after: State) -> list[Event]:
    """After a character was spared: in a quick round the guard has moved on (SQ-16)."""
    return [Event("goes_on", steps=1, **_target(after))] if after.stage in (MOVED, DRAW) else []


def _walks(steps: int, after: State) -> Event:
    if not steps:
        return Event("stays", steps=0, **_target(after))
    return Event("walks" if steps > 0 else "walks_back", n=abs(steps), steps=steps, **_target(after))


def _target(s: State) -> dict[str, Any]:
    """The place under the guard, and whose character stands there."""
    return {"place": s.guard, "who": Seat(s.ring[s.guard])}


def _votes(s: State) -> list[Phrase]:
    return [
        Phrase("words.vote", who=Seat(k), vote=worth(s.vote[k]))
        for k in range(s.seats)
        if s.vote[k] != NOTHING
    ]


def _choice(choice: int) -> str | None:
    return CHOICES[choice] if choice >= 0 else None


def _is_open(hand: list[int]) -> bool:
    return hand[0] != UNKNOWN


def _by_name(names: Sequence[str], counts: list[int]) -> dict[str, int]:
    return dict(zip(names, counts, strict=True))


def _counted(named: Any, counts: list[int]) -> list[Phrase] | Phrase:
    return [
        Phrase("words.counted", n=n, card=named(number)) for number, n in enumerate(counts) if n
    ] or _none()


def _none() -> Phrase:
    return Phrase("words.none")
