"""Whether luck averages nothing between equals: games of a level against itself, reviewed, and what luck gave
the first seat.

    python -m bench.luck                              number poker, squid and torris; writes
    docs/review/luck.svg python -m bench.luck number_poker --games 1000

What was found of a game is kept in build/luck, so that a run that was broken off goes on: delete it when
players or judge have changed. Luck and skill of a review add up to the result by construction, so this is the
test of whether they are told apart without favour: what was rolled, dealt or hidden favours nobody in the
long run, and a review that found otherwise would call something luck that is not. The judge looks as deep as
the players do; the deeper, the less of its own errors it takes for luck. What the judge holds the first seat
for before anything is dealt stands beside what that seat won: where they differ the judge is wrong about the
seat, and calls that skill.
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
    """What `first_of` says of so many games, of which some may be known already."""
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
    """Of the first seat (or the team) in a game between equals: what luck gave, what it was worth at the
    start, and the result.
    """
    game = find(name)
    story = Story(play(game.variant(2), [levels(game)[-1]] * 2, seed, budget=Budget(nodes=NODES)))
    balance = reviewed(story, [judged(ask, NODES) for ask in story.asks()], NODES).balances[0]
    return balance.luck, balance.start, balance.result


def standard_error(luck: Sequence[float]) -> float:
    return statistics.stdev(luck) / math.sqrt(len(luck))


def running(luck: Sequence[float]) -> Point:
    """After each number of games: an even chance, and the average luck beside it."""
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
