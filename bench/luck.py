"""Whether luck averages nothing between equals: games of a level against itself, reviewed, and what luck gave the first seat.

    python -m bench.luck                              number poker, squid and torris; writes docs/review/luck.svg
    python -m bench.luck number_poker --games 1000

What was found of a game is kept in build/luck, so that a run that was broken off goes on: delete it when players or judge have changed.
Luck and skill of a review add up to the result by construction, so this is the test of whether they are told apart without favour: what
was rolled, dealt or hidden favours nobody in the long run, and a review that found otherwise would call something luck that is not. The
judge looks as deep as the players do; the deeper, the less of its own errors it takes for luck.
"""

import argparse
import math
import statistics
import time
from pathlib import Path

from bench.machines import where
from ludothek.bots import Budget, levels
from ludothek.core.registry import find
from ludothek.lab.chart import Chart, Point, Series
from ludothek.lab.duel import played
from ludothek.review import Story, judged, reviewed

GAMES = {"number_poker": 1000, "squid": 300, "torris": 300}
NODES = 256  # of the players, and of the judge
MARKS = (10, 30, 100, 300, 1000)
ROOT = Path(__file__).parents[1]
WRITTEN, KEPT = ROOT / "docs" / "review" / "luck.svg", ROOT / "build" / "luck"
Z95 = 1.96


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_of", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--games", type=int, help="of each, instead of the usual number")
    parser.add_argument("--write", type=Path, default=WRITTEN)
    asked = parser.parse_args()
    print(f"{where()}\n{'':16}{'games':>7}{'luck on average':>18}{'95 % interval':>20}{'of one game':>14}", flush=True)
    series = []
    for name in asked.games_of:
        began, luck = time.process_time(), lucks(name, asked.games or GAMES.get(name, 100))
        mean, error = statistics.mean(luck), standard_error(luck)
        interval = f"{100 * (mean - Z95 * error):+.1f} to {100 * (mean + Z95 * error):+.1f}"
        spread = f"± {100 * statistics.stdev(luck):.0f}"
        print(f"{name:16}{len(luck):7}{100 * mean:+18.2f}{interval:>20}{spread:>14}   ({time.process_time() - began:.0f} s)", flush=True)
        series.append(Series(name, [running(luck[:games]) for games in MARKS if games <= len(luck)]))
    asked.write.parent.mkdir(parents=True, exist_ok=True)
    asked.write.write_text(chart(series).svg(), "utf-8")


def lucks(name: str, games: int) -> list[float]:
    """What luck gave the first seat in so many games, of which some may be known already."""
    file = KEPT / f"{name}.{NODES}"
    known = [float(line) for line in file.read_text("utf-8").split()] if file.is_file() else []
    file.parent.mkdir(parents=True, exist_ok=True)
    for seed in range(len(known), games):
        known.append(luck_of_first(name, seed))
        with file.open("a", encoding="utf-8") as out:
            out.write(f"{known[-1]!r}\n")
    return known[:games]


def luck_of_first(name: str, seed: int) -> float:
    """What luck gave the first seat in a game between equals, as a part of a win."""
    game = find(name)
    story = Story(played(game.variant(2), [levels(game)[-1]] * 2, seed, budget=Budget(nodes=NODES)))
    return reviewed(story, [judged(ask, NODES) for ask in story.asks()], NODES).balances[0].luck


def standard_error(luck: list[float]) -> float:
    return statistics.stdev(luck) / math.sqrt(len(luck))


def running(luck: list[float]) -> Point:
    """After each number of games: an even chance, and the average luck beside it."""
    mean, error = 0.5 + statistics.mean(luck), Z95 * standard_error(luck)
    return Point(math.log10(len(luck)), mean, max(0.0, mean - error), min(1.0, mean + error))


def chart(series: list[Series]) -> Chart:
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
