"""Check that luck averages to zero between equals: reviewed games of a level against itself.


    python -m bench.luck                              three games; writes docs/review/luck.svg
    python -m bench.luck number_poker --games 1000

Results per game are cached in build/luck, so that an interrupted run resumes: delete them after a change of
players or judge. By construction luck and skill of a review add up to the result, so this tests that they are
separated without bias: in the long run chance favours no seat, and a biased review would call something luck
that is not. The judge searches as deeply as the players do; the deeper, the fewer of its errors appear as
luck. The judge's estimate for the first seat before the deal is shown beside what that seat won: where they
differ the judge is wrong about the seat, and counts that as skill.
"""

import argparse
import math
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from bench.machines import where
from ludothek.bots import Budget, levels
from ludothek.core.registry import find
from ludothek.lab.chart import Chart, ChartSeries, Point
from ludothek.lab.duel import play
from ludothek.review import Story, judged, reviewed

GAMES = {"number_poker": 1000, "squid": 1000, "torris": 1000}
NODES = 256  # of the players, and of the judge
MARKS = (10, 30, 100, 300, 1000)
ROOT = Path(__file__).parents[1]
WRITTEN, KEPT = ROOT / "docs" / "review" / "luck.svg", ROOT / "build" / "luck"
Z95 = 1.96


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games_of", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--games", type=int, help="of each, instead of the usual number")
    parser.add_argument("--write", type=Path, default=WRITTEN)
    asked = parser.parse_args()
    print(where())
    print(
        f"{'':16}{'games':>7}{'luck on average':>18}{'95 % interval':>20}"
        f"{'of one game':>14}{'start':>8}{'won':>8}",
        flush=True,
    )
    series = []
    for name in asked.games_of:
        began, games = time.process_time(), looked_at(name, asked.games or GAMES.get(name, 100))
        luck, start, won = zip(*games, strict=True)
        mean, error = statistics.mean(luck), standard_error(luck)
        interval = f"{100 * (mean - Z95 * error):+.1f} to {100 * (mean + Z95 * error):+.1f}"
        spread = f"± {100 * statistics.stdev(luck):.0f}"
        worth = "".join(f"{100 * statistics.mean(part):8.1f}" for part in (start, won))
        took = f"{time.process_time() - began:.0f} s"
        print(
            f"{name:16}{len(luck):7}{100 * mean:+18.2f}{interval:>20}{spread:>14}{worth}   ({took})",
            flush=True,
        )
        series.append(ChartSeries(name, [running(luck[:games]) for games in MARKS if games <= len(luck)]))
    asked.write.parent.mkdir(parents=True, exist_ok=True)
    asked.write.write_text(chart(series).svg(), "utf-8")


def looked_at(name: str, games: int) -> list[tuple[float, ...]]:
    """Return the results of `first_of` for so many games, reading cached ones."""
    file = KEPT / f"{name}.{NODES}"
    known = (
        [tuple(map(float, line.split())) for line in file.read_text("utf-8").splitlines()]
        if file.is_file()
        else []
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    for seed in range(len(known), games):
        known.append(first_of(name, seed))
        with file.open("a", encoding="utf-8") as out:
            print(*known[-1], file=out)
    return known[:games]


def first_of(name: str, seed: int) -> tuple[float, ...]:
    """Review a game between equals; return the luck, start value and result of the first seat or team."""
    game = find(name)
    story = Story(play(game.variant(2), [levels(game)[-1]] * 2, seed, budget=Budget(nodes=NODES)))
    balance = reviewed(story, [judged(ask, NODES) for ask in story.asks()], NODES).balances[0]
    return balance.luck, balance.start, balance.result


def standard_error(luck: Sequence[float]) -> float:
    return statistics.stdev(luck) / math.sqrt(len(luck))


def running(luck: Sequence[float]) -> Point:
    """Return the running mean of luck, around an even chance, with its 95 % interval."""
    mean, error = 0.5 + statistics.mean(luck), Z95 * standard_error(luck)
    return Point(math.log10(len(luck)), mean, max(0.0, mean - error), min(1.0, mean + error))


def chart(series: list[ChartSeries]) -> Chart:
    return Chart(
        title="Luck of the first seat between equals: 50 % and what it gave on average",
        below="games",
        beside="an even chance and luck",
        scale=(0.8, 3.2),
        marks={math.log10(games): str(games) for games in MARKS},
        series=series,
    )


if __name__ == "__main__":
    main()
