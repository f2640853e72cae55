"""The view of every seat. Nothing is hidden, except the order of future chance moves."""

from typing import Any, Literal, TypedDict, get_args

from ludothek.core import CHANCE, Event, Phrase, Seat
from ludothek.games.museum.box import (
    ACT,
    AWAY,
    CAP,
    CARD,
    CARD_POINT,
    CAUGHT,
    CHILD,
    CHOOSING,
    DINO,
    DRAW,
    DRAWING,
    ENCORE,
    END,
    FINISH,
    GO,
    GUARD_BACK,
    KEEP,
    LAST_CARD,
    LAST_TILE,
    LIGHT,
    MEETING,
    ONLY_BLUE,
    OVER,
    REROLLING,
    ROLL,
    ROLLING,
    STEPPING,
    STOP,
    STRIPS,
    TURN1,
    TURN2,
    TURN_ANOTHER,
    WHITE,
    WHITE_DIE,
    WITH_WHITE,
    Kit,
    State,
)
from ludothek.games.museum.dice import is_covered, is_white_loose
from ludothek.games.museum.notation import CARDS, CHILDREN, SYMBOLS, turned
from ludothek.games.museum.track import is_guarded, target

Stage = Literal[
    "roll",
    "reroll",
    "draw",
    "choose",
    "place",
    "turn",
    "ready",
    "joker",
    "cards",
    "last_card",
    "last_tile",
    "steps",
    "meeting",
    "over",
]
STAGES: tuple[Stage, ...] = get_args(Stage)
Ending = Literal["all", "ida", "guard"]
ENDINGS: tuple[Ending, ...] = ("all", "ida", "guard")


class Track(TypedDict):
    ida_start: int
    guard_start: int
    start: int
    first_tile: int
    target: int
    tiles: int
    lit: int


class Child(TypedDict):
    name: str
    at: int | None  # None: caught


class Die(TypedDict):
    colour: Literal["blue", "white"]
    symbol: str


class Strip(TypedDict):
    symbol: str
    numbers: list[int]
    dice: list[Die]
    number: int
    covered: bool
    next: bool


class ToRoll(TypedDict):
    blue: int
    white: bool


class Danger(TypedDict):
    sure: list[int]  # the fields that the guard enters at the end of this turn, as the dice lie now
    possible: list[int]  # and those that he enters if all dice that are not placed become caps


class View(TypedDict):
    stage: Stage
    turn: int
    seats: int
    track: Track
    children: list[Child]
    guard: int | None
    guard_stays: bool
    danger: Danger
    ida: int | None
    strips: list[Strip]
    loose: list[Die]
    to_roll: ToRoll
    white_won: bool
    cards: dict[str, int]
    pile: dict[str, int]
    draws: int
    steps: int
    encore: bool  # whether the guard is gone, and the game can no longer be lost
    ending: Ending | None


# The stages in which a strip acts or is about to act
ACTING = (DRAWING, CARD_POINT, LAST_CARD, LAST_TILE, STEPPING, MEETING)
ENDING_WORDS = ("events.won_all", "events.won_ida", "events.lost")


def view(kit: Kit, s: State, seat: int) -> View:
    return {
        "stage": STAGES[s.stage],
        "turn": s.turn,
        "seats": s.seats,
        "track": {
            "ida_start": -kit.ida_behind,
            "guard_start": -kit.red_fields,
            "start": 0,
            "first_tile": kit.purple_fields + 1,
            "target": target(kit),
            "tiles": kit.tiles,
            "lit": s.lit,
        },
        "children": [
            {"name": name, "at": None if at == CAUGHT else at}
            for name, at in zip(CHILDREN, s.children, strict=True)
        ],
        "guard": None if s.guard == AWAY else s.guard,
        "guard_stays": bool(s.stays),
        "danger": danger(kit, s),
        "ida": None if s.ida == AWAY else s.ida,
        "strips": [
            {
                "symbol": SYMBOLS[strip],
                "numbers": numbers(kit, strip),
                "dice": [_die(*die) for die in lying(s, strip)],
                "number": kit.numbers[strip][s.placed[strip]],
                "covered": is_covered(kit, s, strip),
                "next": s.strip == strip and s.stage in ACTING,
            }
            for strip in range(STRIPS)
        ],
        "loose": [_die(*die) for die in loose(s)],
        "to_roll": {"blue": s.to_roll, "white": bool(s.white_to_roll)},
        "white_won": bool(s.has_white),
        "cards": dict(zip(CARDS, s.hand, strict=True)),
        "pile": dict(zip(CARDS, s.pile, strict=True)),
        "draws": s.draws,
        "steps": s.steps,
        "encore": not is_guarded(s),
        "ending": ENDINGS[s.ending] if s.stage == OVER else None,
    }


def describe(kit: Kit, s: State, seat: int) -> list[Phrase]:
    children = [
        Phrase(
            "words.at",
            name=name.capitalize(),
            place=Phrase("words.caught") if at == CAUGHT else place(kit, at),
        )
        for name, at in zip(CHILDREN, s.children, strict=True)
    ]
    lines = [
        Phrase(ENDING_WORDS[s.ending]) if s.stage == OVER else Phrase("board.turn", who=Seat(s.turn)),
        Phrase("board.children", children=children),
        Phrase("board.guard", place=place(kit, s.guard)) if is_guarded(s) else Phrase("board.guard_gone"),
        Phrase("board.ida_waits") if s.ida == AWAY else Phrase("board.ida", place=place(kit, s.ida)),
        Phrase("board.lit", n=s.lit, tiles=kit.tiles),
    ]
    if s.stays:
        lines.append(Phrase("board.guard_stays"))
    for strip in range(STRIPS):
        lines.append(
            Phrase(
                "board.covered"
                if is_covered(kit, s, strip)
                else "board.strip"
                if s.placed[strip]
                else "board.empty",
                strip=strip_word(strip),
                numbers=numbers(kit, strip) or Phrase("words.nothing"),
                dice=[die_word(*die) for die in lying(s, strip)] or Phrase("words.nothing"),
                number=kit.numbers[strip][s.placed[strip]],
            )
        )
    hand = [Phrase("words.times", n=n, card=card_word(card)) for card, n in enumerate(s.hand) if n]
    return [
        *lines,
        Phrase("board.loose", dice=[die_word(*die) for die in loose(s)] or Phrase("words.nothing")),
        Phrase("board.white_won" if s.has_white else "board.white_waits"),
        Phrase("board.cards", cards=hand or Phrase("words.nothing"), n=s.pile_left),
    ]


def ask(kit: Kit, s: State, seat: int) -> Phrase:
    if s.stage == STEPPING:
        return Phrase("prompts.steps", n=s.steps)
    if s.stage == CARD_POINT:
        return Phrase("prompts.end") if s.strip == END else Phrase("prompts.cards", strip=strip_word(s.strip))
    return Phrase(f"prompts.{STAGES[s.stage]}")


def label(kit: Kit, s: State, seat: int, action: int) -> Phrase:
    if seat == CHANCE:
        if s.stage == DRAWING:
            return Phrase("moves.draw", card=card_word(action - CARD))
        return Phrase("moves.shows_blue" if s.to_roll else "moves.shows_white", symbol=symbol_word(action))
    if action >= TURN1:
        die, symbol = turned(action)
        key = (
            "moves.turn_one"
            if action < TURN2
            else "moves.turn_two"
            if action < TURN_ANOTHER
            else "moves.turn_another"
        )
        return Phrase(key, die=_turned_word(s, die), symbol=symbol_word(symbol))
    if action >= CARD:
        return Phrase("moves.card", card=card_word(action - CARD))
    if action >= CHILD:
        child = action - CHILD
        return Phrase(
            "moves.step", name=CHILDREN[child].capitalize(), place=place(kit, s.children[child] + 1)
        )
    if action == ROLL:
        return Phrase("moves.roll", n=len(loose(s)))
    if action > ROLL:
        return Phrase(f"moves.{_answer(s, action)}")
    if action >= WHITE:
        return Phrase(
            "moves.place_dino" if s.white == DINO else "moves.place_white", strip=strip_word(action - WHITE)
        )
    return Phrase("moves.place", symbol=symbol_word(action))


def tell(kit: Kit, before: State, seat: int, action: int, after: State) -> list[Event]:
    return _told(kit, before, action, after) + _happened(kit, before, action, after)


def outcome(kit: Kit, s: State) -> dict[str, Any]:
    return {"reason": ENDINGS[s.ending]}


def why(kit: Kit, s: State) -> Phrase:
    return Phrase(f"why.{ENDINGS[s.ending]}")


def numbers(kit: Kit, strip: int) -> list[int]:
    """The numbers of a strip with 1, 2, 3 … dice."""
    return kit.numbers[strip][1 : kit.slots[strip] + 1]


def danger(kit: Kit, s: State) -> Danger:
    """The fields that the guard will or may enter."""
    if s.guard == AWAY or s.stays or is_covered(kit, s, CAP) or s.stage == OVER:
        return {"sure": [], "possible": []}
    most = min(s.placed[CAP] + len(loose(s)) + s.to_roll + s.white_to_roll, kit.slots[CAP])
    sure, possible = (min(s.guard + kit.numbers[CAP][caps], target(kit)) for caps in (s.placed[CAP], most))
    return {"sure": [*range(s.guard + 1, sure + 1)], "possible": [*range(s.guard + 1, possible + 1)]}


def lying(s: State, strip: int) -> list[tuple[bool, int]]:
    """The dice on a strip: whether white, and the symbol; the white one last."""
    white = s.white_on == strip
    return [(False, strip)] * (s.placed[strip] - white) + [(True, s.white)] * white


def loose(s: State) -> list[tuple[bool, int]]:
    """The unplaced dice."""
    blue = [(False, symbol) for symbol in range(STRIPS) for _ in range(s.loose[symbol])]
    return blue + [(True, s.white)] * is_white_loose(s)


def place(kit: Kit, at: int) -> Phrase:
    """The phrase for a field of the track."""
    if at < 0:
        return Phrase("words.before", n=-at)
    if at == 0:
        return Phrase("words.start")
    if at <= kit.purple_fields:
        return Phrase("words.purple", n=at)
    return Phrase("words.target") if at == target(kit) else Phrase("words.tile", n=at - kit.purple_fields)


def symbol_word(symbol: int) -> Phrase:
    return Phrase(f"words.symbols.{SYMBOLS[symbol]}")


def strip_word(strip: int) -> Phrase:
    return Phrase(f"words.strips.{SYMBOLS[strip]}")


def card_word(card: int) -> Phrase:
    return Phrase(f"words.cards.{CARDS[card]}")


def die_word(white: bool, symbol: int) -> Phrase:
    return Phrase("words.white", symbol=symbol_word(symbol)) if white else symbol_word(symbol)


ANSWERS = {
    ACT: "act",
    GO: "go",
    STOP: "stop",
    KEEP: "keep",
    WITH_WHITE: "white",
    ONLY_BLUE: "blue",
    DRAW: "last_card",
    LIGHT: "last_tile",
    FINISH: "end",
    ENCORE: "encore",
}


def _answer(s: State, action: int) -> str:
    """The text key of a move that goes on or answers a question."""
    return ANSWERS.get(action) or ("leave_card" if s.stage == LAST_CARD else "leave_tile")


def _die(white: bool, symbol: int) -> Die:
    return {"colour": "white" if white else "blue", "symbol": SYMBOLS[symbol]}


def _turned_word(s: State, die: int) -> Phrase:
    return die_word(True, s.white) if die == WHITE_DIE else die_word(False, die)


def _told(kit: Kit, before: State, action: int, after: State) -> list[Event]:
    """The events of the move itself."""
    who = Seat(before.turn)
    if before.stage == ROLLING:
        told = [Event("rolls", who=who, die=die_word(not before.to_roll, action))]
        caps = sum(after.placed) - sum(before.placed)
        return [*told, Event("caps", n=caps)] if caps else told
    if before.stage == REROLLING:
        again = after.stage == REROLLING and (after.to_roll, after.white_to_roll) == (
            before.to_roll,
            before.white_to_roll,
        )
        return [
            Event("rerolls_again" if again else "rerolls", who=who, die=die_word(not before.to_roll, action))
        ]
    if before.stage == DRAWING:
        return [Event("draws", who=who, card=card_word(action - CARD))]
    if action >= TURN1:
        die, symbol = turned(action)
        key = "turns_another" if action >= TURN_ANOTHER else "turns"
        return [Event(key, who=who, die=_turned_word(before, die), symbol=symbol_word(symbol))]
    if action >= CARD:
        return [Event("plays", who=who, card=card_word(action - CARD))]
    if action >= CHILD:
        child = action - CHILD
        return [
            Event("steps", name=CHILDREN[child].capitalize(), place=place(kit, before.children[child] + 1))
        ]
    if action >= ROLL:
        key = "rolls_again" if action == ROLL else f"says.{_answer(before, action)}"
        return [Event(key, who=who)]
    white = action >= WHITE
    placed = die_word(white, before.white if white else action)
    return [Event("places", who=who, die=placed, strip=strip_word(action - WHITE if white else action))]


def _happened(kit: Kit, before: State, action: int, after: State) -> list[Event]:
    """The automatic consequences, in the order of the strips."""
    told = []
    if after.lit > before.lit:
        told.append(Event("lit", n=after.lit - before.lit, lit=after.lit))
    if after.has_white > before.has_white:
        told.append(Event("white_won"))
    if is_guarded(after) and (after.guard != before.guard or action == CARD + GUARD_BACK):
        told.append(Event("guard", place=place(kit, after.guard)))
    for name, was, at in zip(CHILDREN, before.children, after.children, strict=True):
        if at == CAUGHT != was:
            told.append(Event("caught", name=name.capitalize()))
    if before.ida == AWAY != after.ida:
        told.append(Event("ida_comes", place=place(kit, -kit.ida_behind)))
    elif after.ida != before.ida:
        told.append(Event("ida", place=place(kit, after.ida)))
    if after.stage == MEETING:
        told.append(Event("meets"))
    if is_guarded(before) and not is_guarded(after):
        told.append(Event("encore"))
    for strip in range(STRIPS):
        if is_covered(kit, after, strip) and not is_covered(kit, before, strip):
            told.append(Event("covered", strip=strip_word(strip)))
    if after.stage == OVER:
        told.append(Event(ENDING_WORDS[after.ending].removeprefix("events.")))
    if is_new_turn(before, action, after):
        told.append(Event("turn", who=Seat(after.turn)))
    return told


def is_new_turn(before: State, action: int, after: State) -> bool:
    """Whether a move has ended a turn."""
    begins = after.stage in (ROLLING, CHOOSING) and before.stage not in (ROLLING, CHOOSING)
    return begins and action != ROLL
