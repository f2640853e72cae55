"""What a seat sees: every stone of every tower (TO-12)."""

from typing import Any, Literal, TypedDict

from ludothek.core import CHANCE, Event, Nothing, Phrase, Seat
from ludothek.games.torris.notation import name
from ludothek.games.torris.rules import (
    BLACK,
    CELLS,
    NOTHING,
    WHITE,
    State,
    colour,
    highest,
    landing,
    lead,
    points,
)

Colour = Literal["white", "black"]
COLOURS: tuple[Colour, ...] = ("white", "black")


class Stone(TypedDict):
    id: int
    colour: Colour
    mark: int


class View(TypedDict):
    stage: Literal["set_up", "move", "over"]
    turn: int | None
    next_cell: str | None
    bag: list[list[int]]  # by colour: stones of the marks 1 to 4 yet to be laid
    towers: dict[str, list[Stone]]  # by cell, from the lowest stone up
    points: list[int]
    highest: list[int]


def view(kit: Nothing, s: State, seat: int) -> View:
    return {
        "stage": "set_up" if s.acting == 1 << CHANCE else "move" if s.acting else "over",
        "turn": s.acting >> 1 if s.acting in (1 << WHITE, 1 << BLACK) else None,
        "next_cell": name(s.laid) if s.laid < CELLS else None,
        "bag": [s.bag[k][1:] for k in (WHITE, BLACK)],
        "towers": {
            name(cell): [
                {"id": stone, "colour": COLOURS[colour(stone)], "mark": s.mark[stone]}
                for stone in tower(s, cell)
            ]
            for cell in range(CELLS)
        },
        "points": [points(s, k) for k in (WHITE, BLACK)],
        "highest": [highest(s, k) for k in (WHITE, BLACK)],
    }


def describe(kit: Nothing, s: State, seat: int) -> list[Phrase]:
    lines = [
        Phrase("board.white", who=Seat(WHITE), points=points(s, WHITE), highest=highest(s, WHITE)),
        Phrase("board.black", who=Seat(BLACK), points=points(s, BLACK), highest=highest(s, BLACK)),
    ]
    for row in range(3, -1, -1):
        towers = [_described(s, cell) for cell in range(8 * row, 8 * row + 8) if s.height[cell]]
        lines.append(Phrase("board.row", row=row + 1, towers=towers or Phrase("words.empty")))
    return lines


def ask(kit: Nothing, s: State, seat: int) -> Phrase:
    if seat == CHANCE:
        return Phrase(
            "prompts.lay_white" if colour(s.laid) == WHITE else "prompts.lay_black", cell=name(s.laid)
        )
    return Phrase("prompts.white" if seat == WHITE else "prompts.black")


def label(kit: Nothing, s: State, seat: int, action: int) -> Phrase:
    if seat == CHANCE:
        return Phrase("moves.lay", mark=action)
    cell, target = action // 4, landing(s, action // 4, action % 4)
    return Phrase(
        "moves.onto_stone" if s.height[target] == 1 else "moves.onto_tower",
        mark=s.mark[s.top[cell]],
        cell=name(cell),
        target=name(target),
        stone=_stone(s, s.top[target]),
        height=s.height[target],
    )


def tell(kit: Nothing, before: State, seat: int, action: int, after: State) -> list[Event]:
    if seat == CHANCE:
        told = [Event("lies", cell=name(before.laid), stone=_stone(after, before.laid))]
        return told if after.laid < CELLS else [*told, Event("begins", who=Seat(WHITE))]
    cell, target = action // 4, landing(before, action // 4, action % 4)
    told = [
        Event(
            "climbs",
            who=Seat(seat),
            stone=_stone(before, before.top[cell]),
            cell=name(cell),
            target=name(target),
            height=after.height[target],
        )
    ]
    if moved := _moved_up(before, after, apart_from=(cell, target)):
        told.append(Event("moves_up", towers=moved))
    if after.acting == 1 << seat:
        told.append(Event("blocked", who=Seat(1 - seat)))
    return told if after.acting else told + _end(after)


def outcome(kit: Nothing, s: State) -> dict[str, Any]:
    white, black = points(s, WHITE), points(s, BLACK)
    reason = f"neither can move: white has {white} points, black {black}"
    if white == black:
        reason += f"; the highest towers: white {highest(s, WHITE)}, black {highest(s, BLACK)}"
    return {"reason": reason, "points": [white, black]}


def standing(kit: Nothing, s: State) -> list[int]:
    return [points(s, WHITE), points(s, BLACK)]


def why(kit: Nothing, s: State) -> Phrase:
    white, black = points(s, WHITE), points(s, BLACK)
    if white != black:
        return Phrase(
            "why.points", white=Seat(WHITE), white_points=white, black=Seat(BLACK), black_points=black
        )
    heights = {"white_height": highest(s, WHITE), "black_height": highest(s, BLACK)}
    return Phrase("why.heights", points=white, white=Seat(WHITE), black=Seat(BLACK), **heights)


def tower(s: State, cell: int) -> list[int]:
    """The stones on a cell, from the bottom to the top."""
    stones: list[int] = []
    stone = s.top[cell]
    while stone != NOTHING:
        stones.insert(0, stone)
        stone = s.under[stone]
    return stones


def _stone(s: State, stone: int) -> Phrase:
    return STONES[colour(stone)][s.mark[stone]]


STONES = [
    [Phrase(word, mark=mark) for mark in range(5)] for word in ("words.white", "words.black")
]  # by colour and mark


def _described(s: State, cell: int) -> Phrase:
    named = [_stone(s, stone) for stone in tower(s, cell)]
    if len(named) == 1:
        return Phrase("words.single", cell=name(cell), stone=named[0])
    return Phrase("words.tower", cell=name(cell), height=len(named), stones=named)


def _moved_up(before: State, after: State, apart_from: tuple[int, int]) -> list[Phrase]:
    """The towers that closed a gap, each with its old and its new cell."""
    return [
        Phrase("words.moved", cell=name(cell), to=name(after.top.index(before.top[cell])))
        for cell in range(CELLS)
        if before.height[cell] and after.top[cell] != before.top[cell] and cell not in apart_from
    ]


def _end(s: State) -> list[Event]:
    white, black = points(s, WHITE), points(s, BLACK)
    told = Event("ends", white=Seat(WHITE), white_points=white, black=Seat(BLACK), black_points=black)
    if lead(s) == 0:
        return [told, Event("drawn")]
    return [
        told,
        Event("wins" if white != black else "wins_by_height", who=Seat(WHITE if lead(s) > 0 else BLACK)),
    ]
