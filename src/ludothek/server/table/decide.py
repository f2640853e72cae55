"""What an action means for a table as it stands: the entries to write, or a refusal. Nothing is changed here."""

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from ludothek.bots import levels
from ludothek.bots.hints import DIAL
from ludothek.core import CHANCE, IllegalMove
from ludothek.server.table import actions
from ludothek.server.table.companion import tellers
from ludothek.server.table.entries import Entry
from ludothek.server.table.people import Person, checked_name, checked_text
from ludothek.server.table.sitting import Chair, Sitting
from ludothek.server.table.words import PHRASES, Refused

BOT_NAMES = ("Ada", "Bruno", "Cleo", "Dodo", "Elif", "Fips", "Greta", "Hugo")
CHAT_LENGTH = 200


@dataclass(frozen=True)
class Asked:
    """Who asks, when, and whether the owner of a seat is away."""

    person: Person
    at: int
    is_away: Callable[[str], bool] = lambda person: False
    guest: str = "Guest"  # the name of somebody who has not said one


@dataclass(frozen=True)
class Decision:
    """What to write, and the phase that the table enters by it, if it enters one."""

    entries: list[Entry]
    phase: str | None = None


def decide(sitting: Sitting, action: actions.AnyAction, asked: Asked) -> Decision:
    match action:
        case actions.Move():
            return _move(sitting, action, asked)
        case actions.Tell():
            return _tell(sitting, action, asked)
        case actions.Start():
            return _start(sitting, action, asked)
    return Decision(_entries(sitting, action, asked))


def _entries(sitting: Sitting, action: actions.AnyAction, asked: Asked) -> list[Entry]:
    match action:
        case actions.Join():
            return _join(sitting, action, asked)
        case actions.Leave():
            return _leave(sitting, action, asked)
        case actions.SeatBot():
            return _seat_bot(sitting, action, asked)
        case actions.SeatBack():
            return _seat_back(sitting, action, asked)
        case actions.TakeBack():
            return _take_back(sitting, action, asked)
        case actions.Chat():
            return _chat(sitting, action, asked)
        case actions.Help():
            return _help(sitting, action, asked)
    raise AssertionError("a rematch opens another table and advice changes nothing: neither is decided here")


def _join(sitting: Sitting, action: actions.Join, asked: Asked) -> list[Entry]:
    _phase(sitting, "waiting", "playing")
    open_seats = [seat for seat, chair in enumerate(sitting.chairs) if chair.kind == "open"]
    if action.seat is not None and action.seat not in open_seats:
        raise Refused("seat_taken" if action.seat < len(sitting.chairs) else "no_seat")
    if not open_seats:
        raise Refused("full")
    held_before = sitting.was_on.get(asked.person.id, set())
    if sitting.phase == "playing" and held_before and not sitting.has_shared_device:
        open_seats = [seat for seat in open_seats if seat in held_before]  # nobody plays two hands, one after the other
        if not open_seats or action.seat not in (None, *open_seats):
            raise Refused("saw_another_hand")
    seat = open_seats[0] if action.seat is None else action.seat
    name = checked_name((asked.person.name or asked.guest) if action.name is None else action.name)
    return [sit_down(seat, asked.person.id, unlike(name, sitting), asked.at, action.id)]


def sit_down(seat: int, person: str, name: str, at: int, client: str | None = None) -> Entry:
    return Entry(kind="join", seat=seat, text=name, note=secrets.token_urlsafe(16), person=person, client=client, at=at)


def _leave(sitting: Sitting, action: actions.Leave, asked: Asked) -> list[Entry]:
    _phase(sitting, "waiting", "playing")
    mine = sitting.seats_of(asked.person.id)
    if action.seat is not None:
        _own(sitting, action.seat, asked)
        mine = [action.seat]
    if not mine:
        raise Refused("not_seated")
    clients = [action.id] + [None] * (len(mine) - 1)
    return [
        Entry(kind="leave", seat=seat, person=asked.person.id, client=client, at=asked.at)
        for seat, client in zip(mine, clients, strict=True)
    ]


def _start(sitting: Sitting, action: actions.Start, asked: Asked) -> Decision:
    _phase(sitting, "waiting")
    _host(sitting, asked)
    open_seats = [seat for seat, chair in enumerate(sitting.chairs) if chair.kind == "open"]
    if open_seats and action.fill is None:
        raise Refused("not_full")
    entries: list[Entry] = []
    taken = set(sitting.names)
    for seat in open_seats:
        entries.append(seat_bot(sitting, seat, action.fill or "", taken, asked.person.id, asked.at))
    start = Entry(kind="start", person=asked.person.id, client=action.id, at=asked.at)
    made = chance_moves(sitting, [], asked.at)
    return Decision([*entries, start, *made.entries], made.phase or "playing")


def _seat_bot(sitting: Sitting, action: actions.SeatBot, asked: Asked) -> list[Entry]:
    _phase(sitting, "waiting", "playing")
    chair = _chair(sitting, action.seat)
    if chair.owner != asked.person.id:
        _host(sitting, asked)
        if chair.owner and not asked.is_away(chair.owner):
            raise Refused("owner_is_here", who=chair.name)
    return [seat_bot(sitting, action.seat, action.level, set(sitting.names), asked.person.id, asked.at, action.id)]


def seat_bot(sitting: Sitting, seat: int, level: str, taken: set[str], person: str, at: int, client: str | None = None) -> Entry:
    known = levels(sitting.variant.game)
    if level not in known:
        raise Refused("bad_option", f"there is no bot {level!r}; there are: {', '.join(known)}")
    name = sitting.chairs[seat].bot_name or next(name for name in (*BOT_NAMES, "Bot") if name not in taken)
    taken.add(name)
    return Entry(kind="bot", seat=seat, text=level, note=name, person=person, client=client, at=at)


def _seat_back(sitting: Sitting, action: actions.SeatBack, asked: Asked) -> list[Entry]:
    _phase(sitting, "waiting", "playing")
    chair = _chair(sitting, action.seat)
    if chair.owner:
        _own(sitting, action.seat, asked)
    else:
        _phase(sitting, "waiting")
        _host(sitting, asked)
    if chair.kind != "bot":
        raise Refused("wrong_phase")
    return [Entry(kind="back", seat=action.seat, person=asked.person.id, client=action.id, at=asked.at)]


def _move(sitting: Sitting, action: actions.Move, asked: Asked) -> Decision:
    _phase(sitting, "playing")
    _own(sitting, action.seat, asked)
    if not _is_token(sitting, action.seat, action.token):
        raise Refused("not_yours")
    if sitting.chairs[action.seat].level:
        raise Refused("wrong_phase", "a bot plays for this seat; take it back first")
    _still_asked(sitting, action.seat, action.version)
    return play(sitting, action.seat, action.move, asked.at, asked.person.id, action.id)


def _tell(sitting: Sitting, action: actions.Tell, asked: Asked) -> Decision:
    """What fell, one after the other: if one of them cannot have fallen, none is written."""
    _phase(sitting, "playing")
    mine = sitting.seats_of(asked.person.id)
    if not sitting.facts.companion or not any(_is_token(sitting, own, action.token) for own in mine):
        raise Refused("not_seated" if sitting.facts.companion and not mine else "not_yours")
    _still_asked(sitting, CHANCE, action.version)
    variant, state = sitting.variant, sitting.table.state
    for number, move in enumerate(action.moves):
        if variant.to_act(state) != [CHANCE]:
            raise Refused("fell_too_many", n=number)
        if not set(mine) & set(tellers(sitting, state)):
            raise Refused("not_to_act", "whoever drew the card enters it")
        try:
            state = variant.play(state, CHANCE, move)
        except IllegalMove as refusal:
            raise Refused("cannot_fall", str(refusal), n=number + 1) from None
    clients = [None] * (len(action.moves) - 1) + [action.id]
    entries = [
        Entry(kind="move", seat=CHANCE, text=move, person=asked.person.id, client=client, at=asked.at)
        for move, client in zip(action.moves, clients, strict=True)
    ]
    return Decision(entries, "over" if variant.is_over(state) else None)


def _still_asked(sitting: Sitting, seat: int, version: int) -> None:
    """Refuse an answer to another question than the one that is asked now."""
    if version > sitting.version:
        raise Refused("stale", f"the table is at version {sitting.version}, not yet at {version}")
    if seat not in sitting.asked:
        raise Refused("stale" if version < sitting.version else "not_to_act")
    if version < sitting.asked_since[seat]:
        raise Refused("stale", f"the table is at version {sitting.version}")


def play(sitting: Sitting, seat: int, move: str, at: int, person: str | None = None, client: str | None = None) -> Decision:
    """The entries of a move by whoever: a person, a bot. In a window it stays a choice until the window ends."""
    if seat not in sitting.asked:
        raise Refused("not_to_act")
    if move not in sitting.asked[seat]:
        try:
            sitting.variant.action(sitting.table.state, seat, move)
        except IllegalMove as refusal:
            raise Refused("illegal_move", str(refusal)) from None
    if at < (earliest := sitting.not_before()):
        raise Refused("too_early", retry_in_ms=earliest - at)
    if sitting.window():
        return Decision([Entry(kind="choice", seat=seat, text=move, person=person, client=client, at=at)])
    made = Entry(kind="move", seat=seat, text=move, person=person, client=client, at=at)
    then = chance_moves(sitting, [(seat, move)], at)
    return Decision([made, *then.entries], then.phase)


def close_window(sitting: Sitting, at: int) -> Decision:
    """What all have chosen, or play by default, in the order of the seats; and what chance does then."""
    state = sitting.table.state
    moves = [(seat, sitting.chosen.get(seat) or sitting.pace.default(state, seat)) for seat in sitting.to_act]
    then = chance_moves(sitting, moves, at)
    return Decision([Entry(kind="move", seat=seat, text=move, at=at) for seat, move in moves] + then.entries, then.phase)


def chance_moves(sitting: Sitting, first: list[tuple[int, str]], at: int) -> Decision:
    """The chance moves that are due after these moves. With the box on the table people roll and draw instead."""
    variant, state, number = sitting.variant, sitting.table.state, len(sitting.table.moves)
    for seat, move in first:
        state = variant.after(state, seat, sitting.asked[seat][move])
        number += 1
    entries = []
    while variant.to_act(state) == [CHANCE] and not sitting.facts.companion:
        move = sitting.seed.draw(number, variant.chances(state))
        entries.append(Entry(kind="move", seat=CHANCE, text=move, at=at))
        state = variant.play(state, CHANCE, move)
        number += 1
    return Decision(entries, "over" if variant.is_over(state) else None)


def _take_back(sitting: Sitting, action: actions.TakeBack, asked: Asked) -> list[Entry]:
    _phase(sitting, "playing", "over")
    _own(sitting, action.seat, asked)
    if not _is_token(sitting, action.seat, action.token):
        raise Refused("not_yours")
    if not sitting.table.moves or sitting.table.moves[-1][0] != action.seat or sitting.chosen or not sitting.can_take_back():
        raise Refused("no_take_back")
    return [Entry(kind="take_back", seat=action.seat, person=asked.person.id, client=action.id, at=asked.at)]


def _chat(sitting: Sitting, action: actions.Chat, asked: Asked) -> list[Entry]:
    mine = sitting.seats_of(asked.person.id)
    if not mine:
        raise Refused("not_seated")
    seat = mine[0] if action.seat is None else action.seat
    _own(sitting, seat, asked)
    if action.phrase is not None:
        if action.phrase not in PHRASES:
            raise Refused("bad_chat", f"there is no phrase {action.phrase!r}; there are: {', '.join(PHRASES)}")
        return [Entry(kind="chat", seat=seat, text=action.phrase, note="phrase", person=asked.person.id, client=action.id, at=asked.at)]
    if sitting.facts.child_safe:
        raise Refused("only_phrases")
    text = checked_text(action.text or "", CHAT_LENGTH, "bad_chat")
    return [Entry(kind="chat", seat=seat, text=text, note="text", person=asked.person.id, client=action.id, at=asked.at)]


def _help(sitting: Sitting, action: actions.Help, asked: Asked) -> list[Entry]:
    _phase(sitting, "waiting", "playing")
    _own(sitting, action.seat, asked)
    if not sitting.facts.hints:
        raise Refused("no_hints")
    if action.help not in DIAL:
        raise Refused("bad_option", f"there is no help {action.help!r}; there are: {', '.join(DIAL)}")
    return [Entry(kind="help", seat=action.seat, text=action.help, person=asked.person.id, client=action.id, at=asked.at)]


def may_be_advised(sitting: Sitting, action: actions.Counsel, asked: Asked) -> None:
    """Refuse advice to whoever is not to act, and at a table without hints."""
    _phase(sitting, "playing")
    _own(sitting, action.seat, asked)
    if not _is_token(sitting, action.seat, action.token):
        raise Refused("not_yours")
    if not sitting.facts.hints:
        raise Refused("no_hints")
    if action.seat not in sitting.asked or action.seat in sitting.chosen or not is_person(sitting, action.seat):
        raise Refused("not_to_act")
    if not sitting.asked_since[action.seat] <= action.version <= sitting.version:
        raise Refused("stale", f"the table is at version {sitting.version}")


def is_person(sitting: Sitting, seat: int) -> bool:
    return seat != CHANCE and sitting.chairs[seat].kind == "person"


def rematch(sitting: Sitting, new: str, asked: Asked, client: str) -> Decision:
    """The pointer to the next table, which must be there already."""
    return Decision([Entry(kind="rematch", seat=next_seat(sitting, asked), text=new, person=asked.person.id, client=client, at=asked.at)])


def next_seat(sitting: Sitting, asked: Asked) -> int:
    """The seat of somebody who may ask for a rematch."""
    _phase(sitting, "over")
    mine = sitting.seats_of(asked.person.id)
    if not mine:
        raise Refused("not_seated")
    return mine[0]


def _phase(sitting: Sitting, *phases: str) -> None:
    if sitting.phase not in phases:
        raise Refused("wrong_phase", f"the table is {sitting.phase}")


def _host(sitting: Sitting, asked: Asked) -> None:
    if sitting.host != asked.person.id:
        raise Refused("not_host")


def _chair(sitting: Sitting, seat: int) -> Chair:
    if seat >= len(sitting.chairs):
        raise Refused("no_seat")
    return sitting.chairs[seat]


def _own(sitting: Sitting, seat: int, asked: Asked) -> None:
    if _chair(sitting, seat).owner != asked.person.id:
        raise Refused("not_yours")


def _is_token(sitting: Sitting, seat: int, token: str) -> bool:
    return hmac.compare_digest(sitting.chairs[seat].token.encode(), token.encode())


def unlike(name: str, sitting: Sitting) -> str:
    """The name, told apart from the same name on another seat."""
    taken, new, count = set(sitting.names), name, 1
    while new in taken:
        count += 1
        new = f"{name} {count}"
    return new
