"""Solutions in few chains."""

import random

from ludothek.bots.clear_board import elegant
from ludothek.bots.clear_board.boards import ALL
from ludothek.bots.clear_board.chains import REGIONS, chains_begun, in_few_chains
from ludothek.bots.clear_board.solver import Effort, winning_line
from ludothek.core.table import Table
from ludothek.games.clear_board.rules import NOWHERE, START
from tests.bots.clear_board import plain
from tests.bots.clear_board.test_solver import LOST_AT_20, random_boards, solvable_boards


def test_the_start_takes_thirteen_chains_and_not_fewer() -> None:
    table = Table.open("clear_board", 1)
    found = elegant(table.state)
    assert found
    assert (found.chains, found.proved) == (13, True)
    for move in found.moves:
        table.play(0, move)
    assert table.status()["outcome"]["scores"] == [1]
    assert table.state.chains == 13


def test_the_chains_of_the_game_so_far_count() -> None:
    table = Table.open("clear_board", 1)
    first = elegant(table.state)
    assert first
    for move in first.moves[:16]:
        table.play(0, move)
    rest = elegant(table.state)
    assert rest
    assert rest.chains <= 13
    for move in rest.moves:
        table.play(0, move)
    assert (table.state.left, table.state.chains) == (1, rest.chains)


def test_the_regions_are_the_board() -> None:
    assert sum(REGIONS) == ALL
    assert sum(region.bit_count() for region in REGIONS) == 36


def test_only_a_jump_from_within_breaks_a_full_region() -> None:
    broken = 0
    for board in random_boards(1, range(4, 30), 100):
        for region in REGIONS:
            for action, later in plain.jumps(board | region):
                if later.stones & region != region:
                    assert region >> action // 4 & 1
                    broken += 1
    assert broken > 100


def test_it_agrees_with_plain_search() -> None:
    rng, chains = random.Random(2), set()
    for board in solvable_boards(3, 9, 40) + random_boards(4, range(2, 7), 40):
        last = rng.choice([NOWHERE, *(cell for cell in range(36) if board >> cell & 1)])
        fewest = plain.fewest_chains(board, last)
        found = in_few_chains(board, 0 if last == NOWHERE else 1 << last)
        if fewest == float("inf"):
            assert found is None
        else:
            assert found
            assert (found.chains, found.proved) == (fewest, True)
            assert found.chains == chains_begun(found.line, 0 if last == NOWHERE else 1 << last)
            chains.add(found.chains)
    assert len(chains) >= 5


def test_without_the_effort_to_look_further_the_first_solution_must_do() -> None:
    line = winning_line(START)
    assert line
    effort = Effort(boards=20_000)
    found = in_few_chains(START, effort=effort)
    assert found
    assert (found.line, found.proved) == (line, False)


def test_what_is_lost_is_lost_in_any_number_of_chains() -> None:
    assert elegant(plain.state_of(LOST_AT_20)) is None
