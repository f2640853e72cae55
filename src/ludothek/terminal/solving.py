"""Solved games on screen."""

from collections.abc import Sequence

from ludothek.core import Variant
from ludothek.lab.backwards import Solution, worked_out
from ludothek.lab.duel import is_contest
from ludothek.lab.solve import is_puzzle, opened, solved
from ludothek.terminal.contest import bars


def show(variant: Variant, opening: Sequence[str]) -> None:
    start, game = opened(variant, opening), variant.game.id
    where = f"{game}, after {len(opening)} moves" if opening else game
    if is_puzzle(variant):
        best, way, positions = solved(variant, start)
        print(f"{where}: {best:g} is the best score, by {' '.join(way)} ({len(way)} moves; {positions:,} positions seen)")
        return
    with bars() as progress:
        task = progress.add_task(f"{where}: working backwards", total=None)
        solution = worked_out(variant, start, lambda positions: progress.update(task, completed=positions))
    print(f"{where}: played perfectly {worth(variant, solution)} ({solution.positions:,} positions seen)")
    for seat, mixture in solution.plays.items():
        shares = sorted(mixture.items(), key=lambda share: -share[1])
        print(
            f"seat {seat} then plays "
            + ", ".join(move if share == 1 else f"{move} ({share:.1%})" for move, share in shares if share > 0.0005)
        )


def worth(variant: Variant, solution: Solution) -> str:
    if is_contest(variant):
        return f"seat 0 scores {solution.worth:.4g} and seat 1 {1 - solution.worth:.4g} on average"
    return f"it is won {solution.worth:.2%} of the time"
