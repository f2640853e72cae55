"""Decide actions: return the entries to write, or raise a refusal. Nothing is changed here."""

import hmac
import secrets
from collections.abc import Callable
from typing import NamedTuple

from ludothek.core import CHANCE, Game
from ludothek.core.chance import BEGINS, lots
from ludothek.core.help_levels import HELP_LEVELS
from ludothek.house.people.person import Person, checked_name, checked_text
from ludothek.house.table import actions
from ludothek.house.table.companion import chance_reporters, check_reported
from ludothek.house.table.consequences import (
    Consequences,
    moved_entries,
    phase_after,
    play,
    play_out,
    rules_change,
)
from ludothek.house.table.counted_try import check_counted
from ludothek.house.table.entries import (
    AnyEntry,
    BecameReady,
    BotGone,
    BotSeated,
    CameBack,
    Continued,
    HelpChanged,
    Joined,
    Left,
    Moved,
    Packed,
    Said,
    Started,
    SteppedAway,
    TakenBack,
)
from ludothek.house.table.position import PlayedMove
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting, TableSeat
from ludothek.house.table.table_texts import PHRASES

LOT = "lot"  # the first player is drawn by lot
BOT_NAMES = ("Ada", "Bruno", "Cleo", "Dodo", "Elif", "Fips", "Greta", "Hugo")
CHAT_LENGTH = 200
MOST_ENTRIES = 20_000  # of a table: a long game has hundreds
MOST_TAKEN_BACK = 5000  # moves of a table


class DecisionContext(NamedTuple):
    """The person, the time, and the surroundings of a decision: available bots, absent people."""

    person: Person
    at: int
    levels: Callable[[Game], list[str]]
    is_away: Callable[[str], bool] = lambda person: False
    guest: str = "Guest"  # the name of a person who gave none


def decide(sitting: Sitting, action: actions.AnyAction, context: DecisionContext) -> Consequences:
    check_counted(sitting, action, context.person)
    if sitting.number >= MOST_ENTRIES and not isinstance(action, actions.LeaveAction):
        raise Refused("too_long")
    match action:
        case actions.MoveAction():
            return _move(sitting, action, context)
        case actions.TellAction():
            return _tell(sitting, action, context)
        case actions.StartAction():
            return _start(sitting, action, context)
        case actions.TakeBackAction():
            return Consequences(
                _take_back(sitting, action, context), "playing" if sitting.phase == "over" else None
            )
    return Consequences(_entries(sitting, action, context))


def _entries(sitting: Sitting, action: actions.AnyAction, context: DecisionContext) -> list[AnyEntry]:
    match action:
        case actions.JoinAction():
            return _join(sitting, action, context)
        case actions.LeaveAction():
            return _leave(sitting, action, context)
        case actions.SeatBotAction():
            return _seat_bot(sitting, action, context)
        case actions.SeatBackAction():
            return _seat_back(sitting, action, context)
        case actions.ReadyAction():
            return _ready(sitting, action, context)
        case actions.AwayAction():
            return _away(sitting, action, context)
        case actions.ChatAction():
            return _chat(sitting, action, context)
        case actions.HelpAction():
            return _help(sitting, action, context)
    raise AssertionError("a rematch opens another table and advice changes nothing: neither is decided here")


def _join(sitting: Sitting, action: actions.JoinAction, context: DecisionContext) -> list[AnyEntry]:
    _check_phase(sitting, "waiting", "playing")
    if sitting.packed_by not in (None, context.person.id):
        raise Refused("taken_along")
    if _may_have_leaked(sitting) and context.person.id not in sitting.was_on:
        raise Refused("seed_leaked")
    open_seats = [seat for seat, table_seat in enumerate(sitting.seats) if table_seat.kind == "open"]
    if action.seat is not None and action.seat not in open_seats:
        raise Refused("seat_taken" if action.seat < len(sitting.seats) else "no_seat")
    if not open_seats:
        raise Refused("full")
    held_before = sitting.was_on.get(context.person.id, set())
    if sitting.phase == "playing" and held_before:
        open_seats = [
            seat for seat in open_seats if seat in held_before
        ]  # a person must not play two hands in turn
        if not open_seats or action.seat not in (None, *open_seats):
            raise Refused("saw_another_hand")
    seat = open_seats[0] if action.seat is None else action.seat
    name = checked_name((context.person.name or context.guest) if action.name is None else action.name)
    return [
        join_entry(
            seat, context.person.id, unique_name(name, sitting), context.at, action.id, action.contribution
        )
    ]


def _may_have_leaked(sitting: Sitting) -> bool:
    """Whether a running game draws from a bare seed, which earlier versions exported to a lone host."""
    has_draws = sitting.variant.game.declared.chance and not sitting.facts.companion
    is_mixed = bool(sitting.contributions) or sitting.facts.challenge is not None
    return sitting.phase == "playing" and has_draws and not is_mixed


def join_entry(
    seat: int, person: str, name: str, at: int, client: str | None = None, contribution: str | None = None
) -> Joined:
    """Return the entry that seats a person; the server contributes to the seed if the client does not."""
    contribution = contribution or secrets.token_hex(32)
    return Joined(
        seat=seat,
        name=name,
        token=secrets.token_urlsafe(16),
        contribution=contribution,
        person=person,
        client=client,
        at=at,
    )


def seed_contributions(sitting: Sitting) -> str:
    """Return the seats' contributions to the seed; none in a challenge, whose seed is shared.

    The server contributes for seats taken at an earlier version, so that a seed exported then is worthless.
    """
    if sitting.facts.challenge:
        return ""
    return " ".join(
        table_seat.contribution or secrets.token_hex(32) for table_seat in sitting.seats if table_seat.owner
    )


def pack(sitting: Sitting, person: str, at: int) -> Consequences | None:
    """Close a running game to other people before the person exports it."""
    if sitting.phase != "playing" or sitting.packed_by:
        return None
    if any(table_seat.owner not in (None, person) for table_seat in sitting.seats):
        raise Refused("not_alone")
    return Consequences([Packed(person=person, at=at)])


def _leave(sitting: Sitting, action: actions.LeaveAction, context: DecisionContext) -> list[AnyEntry]:
    _check_phase(sitting, "waiting", "playing")
    mine = _seats_meant(sitting, action.seat, context)
    clients = [action.id] + [None] * (len(mine) - 1)
    return [
        Left(seat=seat, person=context.person.id, client=client, at=context.at)
        for seat, client in zip(mine, clients, strict=True)
    ]


def _start(sitting: Sitting, action: actions.StartAction, context: DecisionContext) -> Consequences:
    _check_phase(sitting, "waiting")
    _check_host(sitting, context)
    open_seats = [seat for seat, table_seat in enumerate(sitting.seats) if table_seat.kind == "open"]
    if open_seats and action.fill is None:
        raise Refused("not_full")
    taken, level = set(sitting.names), action.fill or ""
    bots = [bot_entry(sitting, seat, level, taken, context) for seat in open_seats]
    start = start_entry(
        sitting, context.at, action.begins or sitting.facts.begins, person=context.person.id, client=action.id
    )
    made = play_out(sitting, [], sitting.secret.mixed_with(start.contributions))
    return Consequences(
        [*bots, start, *moved_entries(made, context.at)], phase_after(made) or "playing", made
    )


def start_entry(
    sitting: Sitting, at: int, begins: str, *, person: str | None = None, client: str | None = None
) -> Started:
    """Return the entry that starts the game, with the seat that begins as chosen or drawn by lot."""
    given, seats = seed_contributions(sitting), sitting.facts.seats
    if sitting.facts.beginning or sitting.facts.challenge or seats == 1:  # the first player is fixed
        begins = ""
    if begins == LOT:
        begins = sitting.secret.mixed_with(given).draw_lot(BEGINS, lots(seats))
        return Started(person=person, client=client, at=at, contributions=given, begins=f"lot {begins}")
    if begins and int(begins) >= seats:
        raise Refused("no_seat")
    return Started(person=person, client=client, at=at, contributions=given, begins=begins)


def _seat_bot(sitting: Sitting, action: actions.SeatBotAction, context: DecisionContext) -> list[AnyEntry]:
    _check_phase(sitting, "waiting", "playing")
    table_seat = _seat_at(sitting, action.seat)
    if table_seat.owner != context.person.id:
        _check_host(sitting, context)
        if table_seat.owner and not table_seat.is_away and not context.is_away(table_seat.owner):
            raise Refused("owner_is_here", who=table_seat.name)
    return [bot_entry(sitting, action.seat, action.level, set(sitting.names), context, action.id)]


def bot_entry(
    sitting: Sitting,
    seat: int,
    level: str,
    taken: set[str],
    context: DecisionContext,
    client: str | None = None,
) -> BotSeated:
    known = context.levels(sitting.variant.game)
    if level not in known:
        raise Refused("bad_option", f"there is no bot {level!r}; there are: {', '.join(known)}")
    initials = {name[:1].upper() for name in taken}
    fresh = (name for name in (*BOT_NAMES, "Bot") if name[0] not in initials)  # boards show only the initial
    name = (
        sitting.seats[seat].bot_name
        or next(fresh, None)
        or next(name for name in (*BOT_NAMES, "Bot") if name not in taken)
    )
    taken.add(name)
    return BotSeated(
        seat=seat, level=level, name=name, person=context.person.id, client=client, at=context.at
    )


def _seat_back(sitting: Sitting, action: actions.SeatBackAction, context: DecisionContext) -> list[AnyEntry]:
    _check_phase(sitting, "waiting", "playing")
    table_seat = _seat_at(sitting, action.seat)
    if table_seat.owner:
        _check_owner(sitting, action.seat, context)
    else:
        _check_phase(sitting, "waiting")
        _check_host(sitting, context)
    if table_seat.kind != "bot":
        raise Refused("wrong_phase")
    return [BotGone(seat=action.seat, person=context.person.id, client=action.id, at=context.at)]


def _move(sitting: Sitting, action: actions.MoveAction, context: DecisionContext) -> Consequences:
    _check_phase(sitting, "playing")
    _check_owner(sitting, action.seat, context)
    if not _is_token(sitting, action.seat, action.token):
        raise Refused("not_yours")
    if sitting.seats[action.seat].level:
        raise Refused("wrong_phase", "a bot plays for this seat; take it back first")
    _check_question(sitting, action.seat, action.version)
    return play(sitting, action.seat, action.move, context.at, context.person.id, action.id)


def _tell(sitting: Sitting, action: actions.TellAction, context: DecisionContext) -> Consequences:
    """Decide reported chance moves in order; if one is impossible, none is written."""
    _check_phase(sitting, "playing")
    mine = sitting.seats_of(context.person.id)
    if not sitting.facts.companion or not any(_is_token(sitting, own, action.token) for own in mine):
        raise Refused("not_seated" if sitting.facts.companion and not mine else "not_yours")
    _check_question(sitting, CHANCE, action.version)
    if not (telling := [seat for seat in chance_reporters(sitting) if seat in mine]):
        raise Refused("not_to_act", "the player who drew the card enters it")
    check_reported(sitting, telling[0], action.moves)
    position, made = sitting.position, list[PlayedMove]()
    for number, move in enumerate(action.moves):
        if move not in position.legal_moves.get(CHANCE, {}):
            raise Refused("cannot_fall", n=number + 1)  # no details: they would depend on hidden cards
        made.append(PlayedMove.at(sitting.variant, position, CHANCE, move))
        position = made[-1].position
    clients = [None] * (len(made) - 1) + [action.id]
    entries = [
        Moved(seat=CHANCE, move=move, person=context.person.id, client=client, at=context.at)
        for move, client in zip(action.moves, clients, strict=True)
    ]
    return Consequences([*rules_change(sitting, context.at), *entries], phase_after(made), made)


def _check_question(sitting: Sitting, seat: int, version: int) -> None:
    """Refuse an answer to an outdated question."""
    if version > sitting.version:
        raise Refused("stale", f"the table is at version {sitting.version}, not yet at {version}")
    if seat not in sitting.legal_moves:
        raise Refused("stale" if version < sitting.version else "not_to_act")
    if version < sitting.asked_since[seat]:
        raise Refused("stale", f"the table is at version {sitting.version}")


def _take_back(sitting: Sitting, action: actions.TakeBackAction, context: DecisionContext) -> list[AnyEntry]:
    _check_phase(sitting, "playing", "over")
    _check_owner(sitting, action.seat, context)
    if not _is_token(sitting, action.seat, action.token):
        raise Refused("not_yours")
    count, seat = sitting.moves_to_take_back()
    if not count or seat != action.seat or sitting.chosen or sitting.taken_back >= MOST_TAKEN_BACK:
        raise Refused("no_take_back")
    clients = [None] * (count - 1) + [action.id]
    return [
        TakenBack(seat=seat, person=context.person.id, client=client, at=context.at) for client in clients
    ]


def _ready(sitting: Sitting, action: actions.ReadyAction, context: DecisionContext) -> list[AnyEntry]:
    _check_phase(sitting, "playing")
    awaited = [seat for seat in sitting.seats_given_time() if sitting.seats[seat].owner == context.person.id]
    if not awaited:
        raise Refused("wrong_phase", "the table does not wait for you")
    clients = [None] * (len(awaited) - 1) + [action.id]
    return [
        BecameReady(seat=seat, person=context.person.id, client=client, at=context.at)
        for seat, client in zip(awaited, clients, strict=True)
    ]


def _away(sitting: Sitting, action: actions.AwayAction, context: DecisionContext) -> list[AnyEntry]:
    _check_phase(sitting, "waiting", "playing")
    mine = _seats_meant(sitting, action.seat, context)
    changed = [seat for seat in mine if sitting.seats[seat].is_away != action.away]
    if not changed:
        raise Refused("wrong_phase", "this has been said already")
    kind = SteppedAway if action.away else CameBack
    clients = [action.id] + [None] * (len(changed) - 1)
    return [
        kind(seat=seat, person=context.person.id, client=client, at=context.at)
        for seat, client in zip(changed, clients, strict=True)
    ]


def _chat(sitting: Sitting, action: actions.ChatAction, context: DecisionContext) -> list[AnyEntry]:
    mine = sitting.seats_of(context.person.id)
    if not mine:
        raise Refused("not_seated")
    seat = mine[0] if action.seat is None else action.seat
    _check_owner(sitting, seat, context)
    if action.phrase is not None:
        if action.phrase not in PHRASES:
            raise Refused(
                "bad_chat", f"there is no phrase {action.phrase!r}; there are: {', '.join(PHRASES)}"
            )
        return [
            Said(
                seat=seat,
                text=action.phrase,
                form="phrase",
                person=context.person.id,
                client=action.id,
                at=context.at,
            )
        ]
    if sitting.facts.child_safe:
        raise Refused("only_phrases")
    text = checked_text(action.text or "", CHAT_LENGTH, "bad_chat")
    return [
        Said(seat=seat, text=text, form="text", person=context.person.id, client=action.id, at=context.at)
    ]


def _help(sitting: Sitting, action: actions.HelpAction, context: DecisionContext) -> list[AnyEntry]:
    _check_phase(sitting, "waiting", "playing")
    _check_owner(sitting, action.seat, context)
    if not sitting.facts.hints:
        raise Refused("no_hints")
    if action.help not in HELP_LEVELS:
        raise Refused("bad_option", f"there is no help {action.help!r}; there are: {', '.join(HELP_LEVELS)}")
    return [
        HelpChanged(
            seat=action.seat, help=action.help, person=context.person.id, client=action.id, at=context.at
        )
    ]


def check_advice(sitting: Sitting, action: actions.AdviceAction, context: DecisionContext) -> None:
    """Refuse advice for a seat that need not act, and at a table without hints."""
    check_counted(sitting, action, context.person)
    _check_phase(sitting, "playing")
    _check_owner(sitting, action.seat, context)
    if not _is_token(sitting, action.seat, action.token):
        raise Refused("not_yours")
    if not sitting.facts.hints:
        raise Refused("no_hints")
    if (
        action.seat not in sitting.legal_moves
        or action.seat in sitting.chosen
        or not is_person(sitting, action.seat)
    ):
        raise Refused("not_to_act")
    if not sitting.asked_since[action.seat] <= action.version <= sitting.version:
        raise Refused("stale", f"the table is at version {sitting.version}")


def is_person(sitting: Sitting, seat: int) -> bool:
    return seat != CHANCE and sitting.seats[seat].kind == "person"


def rematch(sitting: Sitting, new: str, context: DecisionContext, client: str) -> Consequences:
    """Return the entry that points to the next table, which must already exist."""
    return Consequences(
        [
            Continued(
                seat=rematch_seat(sitting, context),
                table=new,
                person=context.person.id,
                client=client,
                at=context.at,
            )
        ]
    )


def rematch_seat(sitting: Sitting, context: DecisionContext) -> int:
    """Return the seat of a person who may request a rematch."""
    _check_phase(sitting, "over")
    mine = sitting.seats_of(context.person.id)
    if not mine:
        raise Refused("not_seated")
    return mine[0]


def _check_phase(sitting: Sitting, *phases: str) -> None:
    if sitting.phase not in phases:
        raise Refused("wrong_phase", f"the table is {sitting.phase}")


def _check_host(sitting: Sitting, context: DecisionContext) -> None:
    if sitting.host != context.person.id:
        raise Refused("not_host")


def _seat_at(sitting: Sitting, seat: int) -> TableSeat:
    if seat >= len(sitting.seats):
        raise Refused("no_seat")
    return sitting.seats[seat]


def _seats_meant(sitting: Sitting, seat: int | None, context: DecisionContext) -> list[int]:
    """Return the seats an action applies to: the named one, or all of the person's seats."""
    if seat is not None:
        _check_owner(sitting, seat, context)
        return [seat]
    if not (mine := sitting.seats_of(context.person.id)):
        raise Refused("not_seated")
    return mine


def _check_owner(sitting: Sitting, seat: int, context: DecisionContext) -> None:
    if _seat_at(sitting, seat).owner != context.person.id:
        raise Refused("not_yours")


def _is_token(sitting: Sitting, seat: int, token: str) -> bool:
    return hmac.compare_digest(sitting.seats[seat].token.encode(), token.encode())


def unique_name(name: str, sitting: Sitting) -> str:
    """Return the name, numbered if another seat has the same."""
    taken, new, count = set(sitting.names), name, 1
    while new in taken:
        count += 1
        new = f"{name} {count}"
    return new
