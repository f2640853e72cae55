"""The view of every seat. Nothing is hidden."""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from ludothek.core import CHANCE, Event, People, Phrase, Seat
from ludothek.games.safehouse.kit import KINDS, SHEETS
from ludothek.games.safehouse.notation import COLOUR_LETTERS, LETTERS, Colour, face, members
from ludothek.games.safehouse.rules import (
    AGAIN,
    CALM,
    CHOOSE,
    COLOURS,
    DONE,
    HELP,
    KEEP,
    LOST,
    NO_FIELD,
    PURSUER,
    RECALL,
    ROLL,
    ROWS,
    UNLIMITED,
    WIDTH,
    WON,
    WRITE,
    WRITING,
    Kit,
    State,
    colour_of,
    falling,
    is_open,
    jokers_of,
    most_open,
    open_tasks,
    place_of,
    pursuers,
    sum_of,
)

Stage = Literal["choose", "roll", "help", "write", "won", "lost"]
SIGNS = {"equal": "==", "rising": "<>", "climbing": "≤≥"}
STAGES: dict[int, Stage] = {
    CHOOSE: "choose",
    ROLL: "roll",
    HELP: "help",
    WRITING: "write",
    WON: "won",
    LOST: "lost",
}
FIRST_JOKER = 2 * COLOURS
COLOUR_OF: dict[int, Colour | None] = {**dict(enumerate(COLOUR_LETTERS)), NO_FIELD: None}


class Thrown(TypedDict):
    die: str
    shows: int | Literal["X"] | None  # None: it has yet to fall


class Dice(TypedDict):
    at_hand: list[str]
    thrown: list[Thrown]
    lid: list[str]


class Chase(TypedDict):
    recall: int
    keep: int


class Help(TypedDict):
    again: bool
    calm: bool


class Field(TypedDict):
    colour: Colour | None  # None: a printed number
    number: int | None
    least: int | None
    most: int | None
    dead: bool  # nothing can be written there any more


class Row(TypedDict):
    kind: Literal["equal", "rising", "climbing"]
    signs: list[str]  # what holds of the numbers to the left and to the right of one
    reward: int
    complete: bool
    open: bool  # begun and not full: it costs a step when the dice are taken back
    fields: list[Field]


class SeatView(TypedDict):
    sheet: str
    position: int
    chameleons: int
    open_tasks: int
    writing: bool
    colours: dict[Colour, int]  # the numbers it may still use of this throw
    jokers: dict[str, int]
    rows: list[Row]


class View(TypedDict):
    stage: Stage
    thrower: int
    safehouse: int
    lead: int
    pursuer: int
    chase: Chase  # how far he would run
    dice: Dice
    help: Help
    seats: list[SeatView]


def view(kit: Kit, s: State, seat: int) -> View:
    return {
        "stage": STAGES[s.stage],
        "thrower": s.thrower,
        "safehouse": kit.safehouse,
        "lead": kit.lead,
        "pursuer": s.pursuer,
        "chase": {"recall": most_open(kit, s), "keep": pursuers(s)},
        "dice": {
            "at_hand": [LETTERS[die] for die in members(s.at_hand)],
            "thrown": [{"die": LETTERS[die], "shows": shows(s, die)} for die in members(s.thrown)],
            "lid": [LETTERS[die] for die in members(s.lid)],
        },
        "help": {"again": bool(s.again), "calm": bool(s.calm)},
        "seats": [sheet(kit, s, k) for k in range(s.seats)],
    }


def sheet(kit: Kit, s: State, seat: int) -> SeatView:
    return {
        "sheet": SHEETS[seat],
        "position": s.position[seat],
        "chameleons": s.chameleons[seat],
        "open_tasks": open_tasks(kit, s, seat),
        "writing": s.stage == WRITING and bool(s.owes >> seat & 1),
        "colours": {COLOUR_LETTERS[colour]: sum_of(s, colour, 0) for colour in members(s.colours[seat])},
        "jokers": {LETTERS[die]: s.shown[die] for die in usable_jokers(s, seat)},
        "rows": [row_of(kit, s, seat, row) for row in range(ROWS)],
    }


def row_of(kit: Kit, s: State, seat: int, row: int) -> Row:
    return {
        "kind": KINDS[row],
        "signs": [*SIGNS[KINDS[row]]],
        "reward": kit.rewards[row],
        "complete": s.missing[seat][row] == 0,
        "open": is_open(kit, s, seat, row) == 1,
        "fields": fields(kit, s, seat, row),
    }


def fields(kit: Kit, s: State, seat: int, row: int) -> list[Field]:
    colour, number, least, most = kit.colour[seat], s.number[seat], s.least[seat], s.most[seat]
    return [
        {"colour": COLOUR_OF[colour[n]], "number": number[n], "least": None, "most": None, "dead": False}
        if number[n]
        else {
            "colour": COLOUR_OF[colour[n]],
            "number": None,
            "least": least[n],
            "most": None if most[n] == UNLIMITED else most[n],
            "dead": least[n] > most[n],
        }
        for n in places(kit, row)
    ]


def places(kit: Kit, row: int) -> range:
    """The places of a row, the printed 6 among them."""
    return range(row * WIDTH, row * WIDTH + kit.fields[row] + (kit.printed[row] >= 0))


def shows(s: State, die: int) -> int | Literal["X"] | None:
    """What a thrown die shows; None while it has yet to fall."""
    if s.rolling >> die & 1:
        return None
    return s.shown[die] or "X"


def usable_jokers(s: State, seat: int) -> list[int]:
    return [FIRST_JOKER + joker for joker in members(s.jokers[seat])]


def describe(kit: Kit, s: State, seat: int) -> list[Phrase]:
    lines = [
        Phrase("board.track", pursuer=s.pursuer, safehouse=kit.safehouse),
        Phrase(
            "board.dice",
            at_hand=_dice(s.at_hand),
            thrown=_or_none([fallen(s, die) for die in members(s.thrown)]),
            lid=_dice(s.lid),
        ),
        Phrase("board.help", again=Phrase(_used(s.again)), calm=Phrase(_used(s.calm))),
        Phrase(f"board.stage.{STAGES[s.stage]}", who=Seat(s.thrower)),
    ]
    for k in range(s.seats):
        complete = [row + 1 for row in range(ROWS) if s.missing[k][row] == 0]
        sheet = {"sheet": SHEETS[k], "position": s.position[k], "chameleons": s.chameleons[k]}
        lines.append(
            Phrase("board.seat", who=Seat(k), complete=_or_none(complete), n=open_tasks(kit, s, k), **sheet)
        )
        for row in range(ROWS):
            if s.missing[k][row]:
                fields = [_field(kit, s, k, place) for place in places(kit, row)]
                kind = Phrase(f"words.{KINDS[row]}")
                lines.append(
                    Phrase(
                        "board.row",
                        who=Seat(k),
                        row=row + 1,
                        kind=kind,
                        reward=kit.rewards[row],
                        fields=fields,
                    )
                )
    return lines


def ask(kit: Kit, s: State, seat: int) -> Phrase:
    if seat == CHANCE:
        return Phrase("prompts.roll")
    if s.stage == WRITING:
        if not s.colours[seat]:
            return Phrase("prompts.done")
        numbers = [colour_valued(s, colour) for colour in members(s.colours[seat])]
        jokers = [s.shown[die] for die in usable_jokers(s, seat)]
        return (
            Phrase("prompts.write_with_jokers", numbers=numbers, jokers=jokers)
            if jokers
            else Phrase("prompts.write", numbers=numbers)
        )
    if s.stage == HELP:
        helps = ["again"] * s.again + ["calm"] * (s.calm and pursuers(s) > 0)
        return Phrase("prompts.help", helps=[Phrase(f"words.{help_field}") for help_field in helps])
    if not s.lid:
        return Phrase("prompts.throw")
    return Phrase("prompts.throw_or_recall" if s.at_hand & (1 << FIRST_JOKER) - 1 else "prompts.recall")


def label(kit: Kit, s: State, seat: int, action: int) -> Phrase:
    if seat == CHANCE:
        die = kind_word(falling(s))
        return (
            Phrase("moves.pursuer", die=die)
            if action == PURSUER
            else Phrase("moves.face", die=die, number=action)
        )
    if s.stage == CHOOSE:
        return Phrase("moves.throw", dice=counted(action)) if action else Phrase("moves.recall")
    if action in WITHOUT_DICE:
        return Phrase(WITHOUT_DICE[action])
    if s.stage == HELP:
        return Phrase("moves.again", dice=[showing(die, s.shown[die]) for die in members(action - AGAIN)])
    place, colour, jokers = place_of(action), colour_of(action), jokers_of(action)
    number, *addends = made_of(s, colour, jokers)
    key = "words.entry_by_chameleon" if by_chameleon(kit, seat, place, colour) else "words.entry"
    row, field = divmod(place, WIDTH)
    where, entry = (
        Phrase("words.place", row=row + 1, field=field + 1),
        Phrase(key, number=number, parts=parts(colour, *addends)),
    )
    return Phrase("moves.write", place=where, entry=entry)


def tell(kit: Kit, before: State, seat: int, action: int, after: State) -> list[Event]:
    who = Seat(seat)
    if seat == CHANCE:
        die = falling(before)
        told = (
            Event("pursuer", die=die_word(die))
            if action == PURSUER
            else Event("falls", die=die_word(die), number=action)
        )
        return [told, *_chase(before, after)]
    if action == RECALL:
        return [Event("recalls", who=who), *(_chase(before, after) or [Event("stays")])]
    if action < AGAIN:
        return [Event("throws", who=who, dice=counted(action)), *_chase(before, after)]
    if action == KEEP:
        return [Event("keeps", who=who), *_chase(before, after)]
    if action == CALM:
        return [Event("calms", who=who)]
    if action == DONE:
        done = Event("done", who=who)
        return [done] if after.stage == WRITING else [done, Event("next", who=Seat(after.thrower))]
    if action < WRITE:
        return [Event("again", who=who, dice=[fallen(before, die) for die in members(action - AGAIN)])]
    return _entry(kit, before, seat, action, after)


def outcome(kit: Kit, s: State) -> dict[str, Any]:
    if s.stage == WON:
        return {"reason": f"everybody is in the safehouse, the pursuer on field {s.pursuer}"}
    return {"reason": f"the pursuer caught seat {', '.join(map(str, caught(s)))} on field {s.pursuer}"}


def why(kit: Kit, s: State) -> Phrase:
    if s.stage == WON:
        return Phrase("why.won", field=s.pursuer)
    return Phrase("why.caught", whom=People(Seat(k) for k in caught(s)), field=s.pursuer)


def caught(s: State) -> list[int]:
    return [k for k in range(s.seats) if s.position[k] == s.pursuer]


COLOUR_WORDS = [Phrase(f"words.{letter}") for letter in "YGRBW"]
JOKER = Phrase("words.joker")
WITHOUT_DICE = {KEEP: "moves.keep", CALM: "moves.calm", DONE: "moves.done"}


def counted(dice: int) -> list[Phrase]:
    """Dice by colour: it does not matter which of two."""
    pairs = [(word, (dice >> 2 * colour & 3).bit_count()) for colour, word in enumerate(COLOUR_WORDS)]
    return [Phrase("words.dice", count=count, colour=word) for word, count in pairs if count]


def die_word(die: int) -> Phrase:
    which = "second" if die % 2 else "first"
    return (
        Phrase(f"words.{which}_joker")
        if die >= FIRST_JOKER
        else Phrase(f"words.{which}", colour=COLOUR_WORDS[die // 2])
    )


def kind_word(die: int) -> Phrase:
    """A die by what it is: of two of a colour it does not matter which is which."""
    return JOKER if die >= FIRST_JOKER else COLOUR_WORDS[die // 2]


def valued(what: Phrase, number: int) -> Phrase:
    return Phrase("words.valued", what=what, number=number)


def fallen(s: State, die: int) -> Phrase:
    """A thrown die and what it shows."""
    return rolling(die) if s.rolling >> die & 1 else showing(die, s.shown[die])


def rolling(die: int) -> Phrase:
    return Phrase("words.rolling", die=die_word(die))


def showing(die: int, number: int) -> Phrase:
    return Phrase("words.fallen", die=die_word(die), face=face(number))


def made_of(s: State, colour: int, jokers: int) -> tuple[int, int, int, int]:
    """The written number and its parts: the sum of the colour, and each joker, 0 if it is not used."""
    plain = sum_of(s, colour, 0)
    if not jokers:
        return plain, plain, 0, 0
    first, second = s.shown[FIRST_JOKER:]
    return sum_of(s, colour, jokers), plain, first if jokers & 1 else 0, second if jokers & 2 else 0


def parts(colour: int, number: int, first: int, second: int) -> list[Phrase]:
    jokers = ((FIRST_JOKER, first), (FIRST_JOKER + 1, second))
    return [
        valued(COLOUR_WORDS[colour], number),
        *(valued(die_word(die), shown) for die, shown in jokers if shown),
    ]


def colour_valued(s: State, colour: int) -> Phrase:
    return valued(COLOUR_WORDS[colour], sum_of(s, colour, 0))


def by_chameleon(kit: Kit, seat: int, place: int, colour: int) -> bool:
    return kit.colour[seat][place] != colour


def _entry(kit: Kit, before: State, seat: int, action: int, after: State) -> list[Event]:
    place, colour, jokers = place_of(action), colour_of(action), jokers_of(action)
    who, (row, field), (number, *addends) = Seat(seat), divmod(place, WIDTH), made_of(before, colour, jokers)
    told = [
        Event("writes", who=who, row=row + 1, field=field + 1, number=number, parts=parts(colour, *addends))
    ]
    if by_chameleon(kit, seat, place, colour):
        told.append(Event("chameleon", who=who, left=after.chameleons[seat]))
    if after.missing[seat][row] == 0:
        arrived = after.position[seat] == kit.safehouse
        told.append(
            Event("arrives" if arrived else "completes", who=who, row=row + 1, position=after.position[seat])
        )
    return [*told, Event("won")] if after.stage == WON else told


def _chase(before: State, after: State) -> list[Event]:
    steps = after.pursuer - before.pursuer
    told = [Event("runs", n=steps, position=after.pursuer)] if steps else []
    return (
        [*told, Event("caught", whom=People(Seat(k) for k in caught(after)))] if after.stage == LOST else told
    )


def _field(kit: Kit, s: State, seat: int, place: int) -> Phrase:
    colour, number = kit.colour[seat][place], s.number[seat][place]
    if colour == NO_FIELD:
        return Phrase("words.printed", number=number)
    return (
        valued(COLOUR_WORDS[colour], number) if number else Phrase("words.empty", colour=COLOUR_WORDS[colour])
    )


def _dice(bits: int) -> object:
    return _or_none(counted(bits))


def _or_none(things: Sequence[object]) -> object:
    return things or Phrase("words.none")


def _used(unused: int) -> str:
    return "words.unused" if unused else "words.used"
