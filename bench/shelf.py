"""Statistics of the installed games: the rows of docs/figures.md.


    python -m bench.shelf                            every game, 100,000 times at random
    python -m bench.shelf --players hard --games 40 squid torris

Results are cached in build/shelf: an interrupted run resumes, and a larger one plays only the missing games.
"""

import argparse
from pathlib import Path

from ludothek.core.registry import find, game_ids
from ludothek.lab.findings import Measurement, findings
from ludothek.lab.study import LocalRunner, Study, run_study

KEPT = Path("build/shelf")
HEAD = (
    "| game | seats | games | won | decisions | legal moves at a decision "
    "| decisions without a choice | acts of chance |"
)


def row(study: Study, games: int, jobs: int | None) -> str:
    found = findings(study, run_study(study, games, runner=LocalRunner(jobs), keep=KEPT, with_details=False))
    who = "team" if study.seats > 1 and found.first_seat is None else "alone" if study.seats == 1 else "first"
    cells = [
        study.game,
        str(study.seats),
        f"{found.games:,}",
        f"{who}: {percent(found.wins[0])}",
        plain(found.length),
    ]
    cells += [plain(found.branching), percent(found.forced), plain(found.chances)]
    return f"| {' | '.join(cells)} |"


def percent(figure: Measurement) -> str:
    return f"{100 * figure.value:.1f} % ({100 * figure.low:.1f} to {100 * figure.high:.1f})"


def plain(figure: Measurement) -> str:
    return (
        f"{figure.value:.1f}"
        if figure.low == figure.high
        else f"{figure.value:.1f} ({figure.low:.1f} to {figure.high:.1f})"
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("game", nargs="*", help="all, if none is named")
    arguments.add_argument("--players", default="random")
    arguments.add_argument("--games", type=int, default=100_000)
    arguments.add_argument("--seats", type=int)
    arguments.add_argument("--jobs", type=int)
    given = arguments.parse_args()
    print(f"{HEAD}\n|{' --- |' * 8}")
    for game in given.game or game_ids():
        seats = given.seats or find(game).usual
        print(row(Study(game, seats, players=(given.players,)), given.games, given.jobs), flush=True)


if __name__ == "__main__":
    main()
