"""Compare our search with OpenSpiel's MCTS in C++ on connect four.


    python -m bench.search [GAMES]

The peer is `MCTSBot` with `RandomRolloutEvaluator`, one rollout per simulation. Both search on one core, in
turns, from the same positions, ours as WebAssembly and native. CPU seconds depend little on other load;
ratios are comparable between computers. Then they play a match in which ours, as WebAssembly, gets for each
move as much time as the other used for its last one.
"""

import os
import random
import sys
import time
from statistics import median

import pyspiel

from bench.machines import where
from ludothek.bots import Budget, PlayerView
from ludothek.bots.machine_pool import MACHINE_VARIABLE
from ludothek.bots.search import SearchBot
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.lab.duel import DuelGame, DuelResult, Ending

SIMULATIONS = 20_000
POSITIONS = 12  # after 0, 2, 4 … moves
GAMES = 60
IN_A_MATCH = 4_000  # simulations of the other side
UCT_C = 2.0  # as in OpenSpiel's own examples
MEGABYTES = 1000
MACHINES = ("wasm", "native")

VARIANT = find("connect_four").variant(2)
PEER = pyspiel.load_game("connect_four")
COLUMNS = "abcdefg"


def peer(simulations: int, seed: int) -> pyspiel.MCTSBot:
    return pyspiel.MCTSBot(
        PEER, pyspiel.RandomRolloutEvaluator(1, seed), UCT_C, simulations, MEGABYTES, False, seed, False
    )


class Position:
    """A position, kept in step on both sides."""

    def __init__(self) -> None:
        self.table = Table(VARIANT)
        self.state = PEER.new_initial_state()

    def play(self, column: int) -> None:
        self.table.play(self.state.current_player(), COLUMNS[column])
        self.state.apply_action(column)

    def view(self) -> PlayerView:
        return PlayerView.of(VARIANT, self.table.state, self.state.current_player())


def after(moves: int) -> Position:
    rng = random.Random(moves)
    while True:
        position = Position()
        while len(position.table.moves) < moves and not position.state.is_terminal():
            position.play(rng.choice(position.state.legal_actions()))
        if not position.state.is_terminal():
            return position


def speed() -> None:
    ours = SearchBot(nodes=SIMULATIONS)
    rates: dict[str, list[float]] = {machine: [] for machine in MACHINES}
    others = []
    for machine in MACHINES:
        os.environ[MACHINE_VARIABLE] = machine
        ours.choose(Position().view(), Budget(), seed=1)  # warm-up: compile
    for position in map(after, range(0, 2 * POSITIONS, 2)):
        begun = time.process_time()
        peer(SIMULATIONS, seed=1).step(position.state)
        others.append(SIMULATIONS / (time.process_time() - begun))
        for machine in MACHINES:
            os.environ[MACHINE_VARIABLE] = machine
            begun = time.process_time()
            ours.choose(position.view(), Budget(), seed=1)
            rates[machine].append(SIMULATIONS / (time.process_time() - begun))
    print(
        f"connect four, {SIMULATIONS:,} simulations a move, {POSITIONS} positions, medians: "
        f"OpenSpiel {median(others):,.0f} simulations/s"
    )
    for machine, mine in rates.items():
        ratio = median(one / other for one, other in zip(mine, others, strict=True))
        print(f"  Ludothek, {machine}: {median(mine):,.0f}; {ratio:.1f} × as many", flush=True)


def match(games: int) -> None:
    ours, standing = SearchBot(nodes=10**9), DuelResult()
    os.environ[MACHINE_VARIABLE] = MACHINES[0]
    for game in range(games):
        position, other, mine = Position(), peer(IN_A_MATCH, seed=game), game % 2
        allowed = thought(other, position)
        while not position.state.is_terminal():
            if position.state.current_player() == mine:
                position.play(
                    COLUMNS.index(ours.choose(position.view(), Budget(seconds=allowed), seed=game).move)
                )
            else:
                allowed = thought(other, position, move=True)
        scores = VARIANT.scores(position.table.state)
        standing.add(DuelGame(Ending(scores[mine]), Ending(scores[1 - mine])))
    low, high = standing.interval()
    print(
        f"match of {games} games at equal time per move: "
        f"Ludothek won {standing.wins}, drew {standing.draws}, lost {standing.losses}: ",
        end="",
    )
    print(f"{standing.share:.0%} of the decided games (95 %: {low:.0%} to {high:.0%})")


def thought(other: pyspiel.MCTSBot, position: Position, move: bool = False) -> float:
    """Return how long the other searches a position; with `move` it also plays its move."""
    begun = time.perf_counter()
    column = other.step(position.state)
    took = time.perf_counter() - begun
    if move:
        position.play(column)
    return took


if __name__ == "__main__":
    print(f"python -m bench.search {' '.join(sys.argv[1:])}\n{where()}", flush=True)
    speed()
    match(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
