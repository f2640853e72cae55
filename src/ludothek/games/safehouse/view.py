"""What a seat sees: everything, for nothing is hidden."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Literal, TypedDict

from ludothek.core import CHANCE, Event, People, Phrase, Phrases, Seat, Term
from ludothek.core.lasting import Keep, made_anew
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
    PLACES,
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
STAGES: dict[int, Stage] = {CHOOSE: "choose", ROLL: "roll", HELP: "help", WRITING: "write", WON: "won", LOST: "lost"}
FIRST_JOKER = 2 * COLOURS
INSIDE_ROWS = [slice(row * WIDTH, row * WIDTH + WIDTH) for row in range(ROWS)]
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
    open: bool  # somebody has written here, and it is not full: it costs a step when the dice are taken back
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


def view(kit: Kit, s: State, seat: int, keep: Keep = made_anew) -> View:
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
        "seats": [sheet(kit, s, k, keep) for k in range(s.seats)],
    }


def sheet(kit: Kit, s: State, seat: int, keep: Keep) -> SeatView:
    return {
        "sheet": SHEETS[seat],
        "position": s.position[seat],
        "chameleons": s.chameleons[seat],
        "open_tasks": open_tasks(kit, s, seat),
        "writing": s.stage == WRITING and bool(s.owes >> seat & 1),
        "colours": {COLOUR_LETTERS[colour]: sum_of(s, colour, 0) for colour in members(s.colours[seat])},
        "jokers": {LETTERS[die]: s.shown[die] for die in usable_jokers(s, seat)},
        "rows": keep(seat, (s.number[seat], s.least[seat], s.most[seat]), rows, kit, s, seat, keep),
    }


def rows(kit: Kit, s: State, seat: int, keep: Keep) -> list[Row]:
    """A move changes one row of one sheet at most; the others are kept as they are."""
    number, least, most = s.number[seat], s.least[seat], s.most[seat]
    made_from = [(number[inside], least[inside], most[inside]) for inside in INSIDE_ROWS]
    return [keep((seat, row), made_from[row], row_of, kit, s, seat, row) for row in range(ROWS)]


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
        Phrase("board.dice", at_hand=_dice(s.at_hand), thrown=_or_none([fallen(s, die) for die in members(s.thrown)]), lid=_dice(s.lid)),
        Phrase("board.help", again=Phrase(_used(s.again)), calm=Phrase(_used(s.calm))),
        Phrase(f"board.stage.{STAGES[s.stage]}", who=Seat(s.thrower)),
    ]
    for k in range(s.seats):
        complete = [row + 1 for row in range(ROWS) if s.missing[k][row] == 0]
        sheet = {"sheet": SHEETS[k], "position": s.position[k], "chameleons": s.chameleons[k]}
        lines.append(Phrase("board.seat", who=Seat(k), complete=_or_none(complete), n=open_tasks(kit, s, k), **sheet))
        for row in range(ROWS):
            if s.missing[k][row]:
                fields = [_field(kit, s, k, place) for place in places(kit, row)]
                kind = Phrase(f"words.{KINDS[row]}")
                lines.append(Phrase("board.row", who=Seat(k), row=row + 1, kind=kind, reward=kit.rewards[row], fields=fields))
    return lines


def ask(kit: Kit, s: State, seat: int) -> Phrase:
    if seat == CHANCE:
        return Phrase("prompts.roll")
    if s.stage == WRITING:
        if not s.colours[seat]:
            return Phrase("prompts.done")
        numbers = [colour_valued(s, colour) for colour in members(s.colours[seat])]
        jokers = [s.shown[die] for die in usable_jokers(s, seat)]
        return Phrase("prompts.write_with_jokers", numbers=numbers, jokers=jokers) if jokers else Phrase("prompts.write", numbers=numbers)
    if s.stage == HELP:
        helps = ["again"] * s.again + ["calm"] * (s.calm and pursuers(s) > 0)
        return Phrase("prompts.help", helps=[Phrase(f"words.{help_field}") for help_field in helps])
    if not s.lid:
        return Phrase("prompts.throw")
    return Phrase("prompts.throw_or_recall" if s.at_hand & (1 << FIRST_JOKER) - 1 else "prompts.recall")


def label(kit: Kit, s: State, seat: int, action: int) -> Phrase:
    ((said,),) = labels(kit, s, seat, [action])
    return said


def labels(kit: Kit, s: State, seat: int, actions: Collection[int]) -> Iterator[Iterable[Phrase]]:
    if seat == CHANCE:
        die = kind_word(falling(s))
        yield [Phrase("moves.face", die=die, number=face) if face != PURSUER else Phrase("moves.pursuer", die=die) for face in actions]
    elif s.stage == WRITING:
        yield from _writing(kit, s, seat, actions)
    elif s.stage == HELP:
        for has_dice, alike in groupby(actions, lambda action: action not in WITHOUT_DICE):
            if has_dice:
                yield Phrases(Phrase("moves.again"), dice=[_shown(s, action - AGAIN) for action in alike])
            else:
                yield [WITHOUT_DICE[action] for action in alike]
    else:
        yield [throw(dice) if dice else WITHOUT_DICE[RECALL] for dice in actions]


def _shown(s: State, dice: int) -> list[Phrase]:
    return [showing(die, s.shown[die]) for die in members(dice)]


def _writing(kit: Kit, s: State, seat: int, actions: Iterable[int]) -> Iterator[Iterable[Phrase]]:
    """The same number may be written into many fields."""

    def what(action: int) -> tuple[bool, int, int] | None:
        if action == DONE:
            return None
        place, colour, jokers = ENTRIES[action]
        return by_chameleon(kit, seat, place, colour), colour, jokers

    for number, alike in groupby(actions, what):
        if number is None:
            yield [WITHOUT_DICE[DONE]]
        else:
            off_colour, colour, jokers = number
            writing = Phrase("moves.write", entry=entry(off_colour, colour, *made_of(s, colour, jokers)))
            yield Phrases(writing, place=[PLACE_WORDS[ENTRIES[action][0]] for action in alike])


def tell(kit: Kit, before: State, seat: int, action: int, after: State) -> list[Event]:
    who = Seat(seat)
    if seat == CHANCE:
        die = falling(before)
        told = Event("pursuer", die=die_word(die)) if action == PURSUER else Event("falls", die=die_word(die), number=action)
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


# A seat may have a thousand sets of dice to choose from: what can be said of dice is kept, not made anew for each of them.
KEPT = 1 << 14  # at most, of what says numbers: those of a kit may be any
ENTRIES = {action: (place_of(action), colour_of(action), jokers_of(action)) for action in range(WRITE, WRITE + 16 * PLACES)}
COLOUR_WORDS = [Term(f"words.{letter}") for letter in "YGRBW"]
JOKER = Term("words.joker")
PLACE_WORDS = [Term("words.place", row=place // WIDTH + 1, field=place % WIDTH + 1) for place in range(PLACES)]
WITHOUT_DICE = {RECALL: Term("moves.recall"), KEEP: Term("moves.keep"), CALM: Term("moves.calm"), DONE: Term("moves.done")}


@cache
def throw(dice: int) -> Phrase:
    return Term("moves.throw", dice=counted(dice))


@lru_cache(KEPT)
def entry(off_colour: bool, colour: int, number: int, *addends: int) -> Phrase:
    return Term("words.entry_by_chameleon" if off_colour else "words.entry", number=number, parts=parts(colour, *addends))


@cache
def counted(dice: int) -> tuple[Phrase, ...]:
    """Dice by colour: it does not matter which of two."""
    pairs = [(word, (dice >> 2 * colour & 3).bit_count()) for colour, word in enumerate(COLOUR_WORDS)]
    return tuple([Term("words.dice", count=count, colour=word) for word, count in pairs if count])


@cache
def die_word(die: int) -> Phrase:
    which = "second" if die % 2 else "first"
    return Term(f"words.{which}_joker") if die >= FIRST_JOKER else Term(f"words.{which}", colour=COLOUR_WORDS[die // 2])


def kind_word(die: int) -> Phrase:
    """A die by what it is: of two of a colour it does not matter which is which."""
    return JOKER if die >= FIRST_JOKER else COLOUR_WORDS[die // 2]


@lru_cache(KEPT)
def valued(what: Phrase, number: int) -> Phrase:
    return Term("words.valued", what=what, number=number)


def fallen(s: State, die: int) -> Phrase:
    """A thrown die and what it shows."""
    return rolling(die) if s.rolling >> die & 1 else showing(die, s.shown[die])


@cache
def rolling(die: int) -> Phrase:
    return Term("words.rolling", die=die_word(die))


@lru_cache(KEPT)
def showing(die: int, number: int) -> Phrase:
    return Term("words.fallen", die=die_word(die), face=face(number))


def made_of(s: State, colour: int, jokers: int) -> tuple[int, int, int, int]:
    """The number that is written, and what it is made of: that of the colour, and those of the jokers, 0 where one is not used."""
    plain = sum_of(s, colour, 0)
    if not jokers:
        return plain, plain, 0, 0
    first, second = s.shown[FIRST_JOKER:]
    return sum_of(s, colour, jokers), plain, first if jokers & 1 else 0, second if jokers & 2 else 0


@lru_cache(KEPT)
def parts(colour: int, number: int, first: int, second: int) -> tuple[Phrase, ...]:
    jokers = ((FIRST_JOKER, first), (FIRST_JOKER + 1, second))
    return (valued(COLOUR_WORDS[colour], number), *(valued(die_word(die), shown) for die, shown in jokers if shown))


def colour_valued(s: State, colour: int) -> Phrase:
    return valued(COLOUR_WORDS[colour], sum_of(s, colour, 0))


def by_chameleon(kit: Kit, seat: int, place: int, colour: int) -> bool:
    return kit.colour[seat][place] != colour


def _entry(kit: Kit, before: State, seat: int, action: int, after: State) -> list[Event]:
    place, colour, jokers = ENTRIES[action]
    who, (row, field), (number, *addends) = Seat(seat), divmod(place, WIDTH), made_of(before, colour, jokers)
    told = [Event("writes", who=who, row=row + 1, field=field + 1, number=number, parts=parts(colour, *addends))]
    if by_chameleon(kit, seat, place, colour):
        told.append(Event("chameleon", who=who, left=after.chameleons[seat]))
    if after.missing[seat][row] == 0:
        arrived = after.position[seat] == kit.safehouse
        told.append(Event("arrives" if arrived else "completes", who=who, row=row + 1, position=after.position[seat]))
    return [*told, Event("won")] if after.stage == WON else told


def _chase(before: State, after: State) -> list[Event]:
    steps = after.pursuer - before.pursuer
    told = [Event("runs", n=steps, position=after.pursuer)] if steps else []
    return [*told, Event("caught", whom=People(Seat(k) for k in caught(after)))] if after.stage == LOST else told


def _field(kit: Kit, s: State, seat: int, place: int) -> Phrase:
    colour, number = kit.colour[seat][place], s.number[seat][place]
    if colour == NO_FIELD:
        return Phrase("words.printed", number=number)
    return valued(COLOUR_WORDS[colour], number) if number else Phrase("words.empty", colour=COLOUR_WORDS[colour])


def _dice(bits: int) -> object:
    return _or_none(counted(bits))


def _or_none(things: Sequence[object]) -> object:
    return things or Phrase("words.none")


def _used(unused: int) -> str:
    return "words.unused" if unused else "words.used"
