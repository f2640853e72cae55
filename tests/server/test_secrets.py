"""No frame leaks hidden information: change what a viewer may not know, and every byte stays the same."""

import itertools
import json
import re
import time
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest

from ludothek.core.chance import CHANCE
from ludothek.core.registry import find
from ludothek.core.table import seat_of
from ludothek.core.texts import SPECTATOR
from ludothek.house.table.entries import Chosen, Facts, Joined, Moved, Started
from ludothek.house.table.frames import FrameMoment, FrameRenderer
from ludothek.house.table.sitting import Sitting
from tests.server.serving import Line, Server

Moves = list[tuple[int | str, str]]


def sitting(
    game: str,
    seats: int,
    moves: Moves,
    *,
    clock: bool = False,
    choices: Moves = [],  # noqa: B006
    kit: dict[str, Any] | None = None,
) -> Sitting:
    """A table at which these moves were made, and these choices in the open window."""
    variant = find(game).variant(seats)
    facts = Facts(
        id="table", game=game, seats=seats, options=variant.options, kit=kit, pace={}, name="", companion=True, public=False,
        child_safe=False, clock=clock, creator="p0", seed="00" * 32, created=0,
    )  # fmt: skip
    made = Sitting(facts)
    for seat in range(seats):
        made.apply(Joined(seat=seat, name=f"Person {seat}", token=f"token {seat}", person=f"p{seat}", at=0))
    made.apply(Started(at=0))
    for who, move in moves:
        made.apply(Moved(seat=seat_of(who), move=move, at=made.number))
    for who, move in choices:
        made.apply(Chosen(seat=seat_of(who), move=move, at=made.number))
    return made


def bytes_for(made: Sitting, viewer: int) -> bytes:
    return b"".join(
        msgspec.json.encode(FrameRenderer(made).frame(viewer, language, 0, FrameMoment(1_000)))
        for language in ("de", "en")
    )


def deals(*hands: str) -> Moves:
    return [("chance", trick) for hand in hands for trick in hand.split()]


HANDS = ["next again", "2 -1", "quick quick", "again next"]


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_a_choice_not_yet_revealed(viewer: int) -> None:
    seen = {
        bytes_for(sitting("number_poker", 3, [(1, choice)]), viewer) for choice in ("-", "1", "2", "3", "4")
    }
    assert len(seen) == 1
    own = {bytes_for(sitting("number_poker", 3, [(1, choice)]), 1) for choice in ("1", "2")}
    assert len(own) == 2  # or the test would prove nothing


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.parametrize("then", [[], [(0, "@0")], [(0, "@0"), (0, "0"), (1, "0")], [(0, "@0"), (0, "0")]])
def test_tricks_in_other_hands(viewer: int, then: Moves) -> None:
    seen = {bytes_for(sitting("squid", 2, deals("2 -1", hand) + then), viewer) for hand in HANDS}
    assert len(seen) == 1


@pytest.mark.parametrize("viewer", [2, 3, SPECTATOR])
def test_what_may_be_drawn_does_not_tell_what_others_hold(viewer: int) -> None:
    """With the physical box the drawing player names the trick; the frame must not reveal other hands.

    It may be a trick of which the others hold all, and no player knows that.
    """
    dealt = [("quick quick", "quick next"), ("next next", "quick next"), ("2 2", "-1 again")]
    assert len({bytes_for(sitting("squid", 4, deals(*hands)), viewer) for hands in dealt}) == 1


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_that_only_one_kind_is_left_to_draw_is_nobodys_business(viewer: int) -> None:
    kit = (find("squid").kit or {}) | {"tricks": {"2": 2, "-1": 0, "next": 19, "quick": 0, "again": 0}}
    assert (
        len(
            {
                bytes_for(sitting("squid", 3, deals(hand), kit=kit), viewer)
                for hand in ("2 2", "2 next", "next next")
            }
        )
        == 1
    )


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_a_choice_in_a_window_is_not_even_noticed(viewer: int) -> None:
    begun = [*deals("2 -1", "next 2"), (0, "@0")]
    choices: list[Moves] = [[], [(1, "0")], [(1, "1")], [(1, "2")], [(1, "0"), (1, "1")]]
    seen = {bytes_for(sitting("squid", 2, begun, clock=True, choices=made), viewer) for made in choices}
    assert len(seen) == 1


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
@pytest.mark.parametrize("then", [["hide"], ["hide", "1>3"], ["hide", "1>3", "2>1", "4>1"]])
def test_stones_face_down(viewer: int, then: list[str]) -> None:
    rows = ["".join(row) for row in itertools.permutations("PLTS")]
    seen = {
        bytes_for(sitting("shell_game", 2, [(0, row), *((0, move) for move in then)]), viewer) for row in rows
    }
    assert len(seen) == 1


def test_the_seed_and_the_tokens_are_in_no_frame() -> None:
    made = sitting("squid", 2, [*deals("2 -1", "next again"), (0, "@0")])
    everything = bytes_for(made, 0) + bytes_for(made, 1) + bytes_for(made, SPECTATOR)
    for secret in ("00" * 32, "token 0", "token 1", '"p0"'):
        assert secret.encode() not in everything


def plain(raw: str, *ids: str) -> str:
    """A frame without what differs between two tables anyway: ids, tokens, times and the commitment."""
    for number, text in enumerate(ids):
        raw = raw.replace(text, f"<{number}>")
    return re.sub(r'"(at|now|from|opened|ends)":\d+', r'"\1":0', raw)


def row_of(order: str) -> Moves:
    return [(0, order), (0, "hide"), (0, "1>3"), (0, "2>1"), (0, "4>1")]


# A game; the number of moves before the viewers connect; the viewers; scripts that differ in secrets of
# others
REAL: dict[str, tuple[int, list[int | str], list[Moves]]] = {
    "number_poker": (0, [1, "none"], [[(0, "1")], [(0, "4")], [(0, "-")]]),
    "squid": (0, [0, "none"], [[*deals("2 -1", hand), (0, "@0"), (0, "0"), (1, "0")] for hand in HANDS]),
    "shell_game": (2, [0, 1, "none"], [row_of(order) for order in ("PLTS", "LPTS", "STLP", "TSPL")]),
}


@pytest.mark.parametrize("game", REAL)
def test_real_frames(server: Server, game: str) -> None:
    """Over real sockets: a viewer's frames do not depend on hidden information."""
    seen_after, viewers, scripts = REAL[game]
    anna, ben = server.person("Anna"), server.person("Ben")
    seen: dict[int | str, set[tuple[str, ...]]] = {viewer: set() for viewer in viewers}
    played: set[tuple[str, ...]] = set()
    for script in scripts:
        table = anna.opens(game, "mo", companion=True, clock=False)
        ben.does(table, "join")
        anna.does(table, "start")
        with anna.watches(table) as hers, ben.watches(table) as his, ExitStack() as opened:
            play(script[:seen_after], hers, his, [])
            watching = [
                opened.enter_context((ben if viewer == 1 else anna).watches(table, seat=viewer))
                for viewer in viewers
            ]
            play(script[seen_after:], hers, his, watching)
            for viewer, line in zip(viewers, watching, strict=True):
                assert len(table_frames(line)) > len(script) - seen_after
                seen[viewer].add(
                    tuple(plain(raw, table, line.now["commitment"]) for raw in table_frames(line))
                )
            played.add(
                tuple(
                    plain(raw, table, hers.now["commitment"])
                    for raw in table_frames(hers) + table_frames(his)
                )
            )
    assert len(played) == len(scripts)  # or the test would prove nothing
    assert [len(frames) for frames in seen.values()] == [1] * len(viewers)


def play(moves: Moves, hers: Line, his: Line, watching: list[Line]) -> None:
    """Make the moves one by one, each at its earliest time, and wait until all viewers have got it.

    The player who drew a card names it.
    """
    for seat, move in moves:
        line = his if seat == 1 or (seat == "chance" and not hers.now["falls"]) else hers
        line.until(lambda line=line, seat=seat: seat in line.now["to_act"])  # type: ignore[misc]
        earliest = max((one.get("from", 0) for one in line.now["moves"]), default=0)
        time.sleep(max(0, earliest - line.now["now"]) / 1000)
        line.does(**line.tell(move) if seat == "chance" else line.move(move) | {"seat": seat})
        for other in (hers, his, *watching):
            other.until(lambda other=other, line=line: other.now["version"] >= line.now["version"])  # type: ignore[misc]


def table_frames(line: Line) -> list[str]:
    return [raw for raw in line.raw if json.loads(raw)["type"] == "table"]


def test_chance_draws_of_others_are_told_without_the_card() -> None:
    made = sitting("squid", 2, deals("2 -1", "next again"))
    told: list[Any] = [event for line in made.log.after(0) if line.seat == "chance" for event in line.events]
    assert CHANCE == 8
    assert any(not event.is_for(0) for event in told)
