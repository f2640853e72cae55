"""Print the solution of a puzzle or of a small game."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ludothek.cli.duel_screen import progress_bars
from ludothek.core import Variant
from ludothek.lab import backward_solver, solve
from ludothek.lab.backward_solver import Solution, solve_backwards
from ludothek.lab.duel import is_contest
from ludothek.lab.solve import is_puzzle, play_opening, solve_puzzle

SOON = 2.0  # seconds after which a message is due if there is no progress bar


def show(variant: Variant, opening: Sequence[str], most: int | None) -> None:
    start, game = play_opening(variant, opening), variant.game.id
    where = f"{game}, after {len(opening)} moves" if opening else game
    if is_puzzle(variant):
        with position_progress(where, most := most or solve.MOST) as report:
            best, way, positions = solve_puzzle(variant, start, most, report)
        print(
            f"{where}: {best:g} is the best score, by {' '.join(way)} ({len(way)} moves; {positions:,}"
            " positions seen)"
        )
        return
    with position_progress(where, most := most or backward_solver.MOST) as report:
        solution = solve_backwards(variant, start, most, report)
    print(f"{where}: played perfectly {worth(variant, solution)} ({solution.positions:,} positions seen)")
    for seat, mixture in solution.plays.items():
        shares = sorted(mixture.items(), key=lambda share: -share[1])
        print(
            f"seat {seat} then plays "
            + ", ".join(
                move if share == 1 else f"{move} ({share:.1%})" for move, share in shares if share > 0.0005
            )
        )


@contextmanager
def position_progress(where: str, most: int) -> Iterator[Callable[[int], None]]:
    """Show the number of positions seen: as a bar, or, without a terminal, as one line with an
    upper bound.
    """
    begun, is_reported = time.monotonic(), False
    with progress_bars() as progress:
        task = progress.add_task(f"{where}: positions, at most", total=most)

        def report(positions: int) -> None:
            nonlocal is_reported
            progress.update(task, completed=positions)
            seconds = time.monotonic() - begun
            if progress.disable and not is_reported and seconds > SOON:
                is_reported = True
                left = seconds * (most - positions) / positions
                print(
                    f"{where}: solved or given up within {left:,.0f} s, at {most:,} positions",
                    file=sys.stderr,
                    flush=True,
                )

        yield report


def worth(variant: Variant, solution: Solution) -> str:
    if is_contest(variant):
        return f"seat 0 scores {solution.worth:.4g} and seat 1 {1 - solution.worth:.4g} on average"
    return f"it is won {solution.worth:.2%} of the time"
