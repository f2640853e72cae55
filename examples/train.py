"""A small player of connect four, trained by PyTorch on `Batch` by playing against itself; then it meets the
levels.

    pip install 'ludothek[train]' -e examples/connect_four python examples/train.py
    # some minutes on one core cd examples && ludothek lab duel connect_four train:Trained easy  # what was
    trained is a player like any other

What it learns: how a game will end for the seat to act, for each column that it may choose: 1 is won, -1
lost. A position is shown to the network as that seat sees it, so that one network plays both.

How: 512 games side by side play what seems best, and now and then anything. What a move was worth is what
came of it: won or lost where the game ended, else the worth of the position that it left to the other seat,
negated. That worth is read off the moves that followed, as far as they were meant; where one was not, it is
what the other seat hoped for (Watkins's Q(λ)). Every lesson is learnt twice, the second time in the mirror.

How it plays: it tries every move and every answer by the rules, and asks the network about the positions
after them.
"""

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

import ludothek
from ludothek.core.flatten import flat_size, flattened

GAME, FILE = "connect_four", Path(__file__).with_name("trained.pt")
COLUMNS, ROWS = 7, 6
FILTERS, HIDDEN = 64, 128
GAMES, STEPS, LESSONS = 512, 32, 120  # side by side, steps of each between two lessons, and how many lessons
PART, RATE = 512, 1e-3  # positions that are learnt from at once, and how fast: it slows down to a tenth
EXPLORE = 0.15  # how often anything is played
PATIENCE = 0.98  # what a win is worth that comes a move later
TRUST = 0.8  # how far what came of a good move is believed, and not what was hoped for before it

torch.set_num_threads(
    1
)  # so small a network is no quicker with more, and much slower where others compute too


class Net(nn.Sequential):
    """What each column is worth.

    Every line of four lies in a window of four by four, so that is how far a filter sees.
    """

    def __init__(self) -> None:
        windows = (COLUMNS - 3) * (ROWS - 3)
        seen = nn.Conv2d(3, FILTERS, 4), nn.ReLU(), nn.Flatten()
        super().__init__(
            *seen, nn.Linear(windows * FILTERS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, COLUMNS), nn.Tanh()
        )


def planes(states: Tensor, mover: Tensor) -> Tensor:
    """Flat states as whoever is to act sees them: my discs, theirs, and where the next one would land; each
    column by row.

    A state begins with a board of 64 bits for each seat, seven of them to a column, and the discs in each
    column.
    """
    discs = (
        states[:, :128]
        .view(-1, 2, 64)[:, :, : COLUMNS * (ROWS + 1)]
        .view(-1, 2, COLUMNS, ROWS + 1)[..., :ROWS]
    )
    games, filled = torch.arange(len(states)), states[:, 128 : 128 + COLUMNS, None]
    return torch.stack(
        [discs[games, mover], discs[games, 1 - mover], (filled == torch.arange(ROWS)).float()], 1
    )


class Step(NamedTuple):
    """One move in every game."""

    seen: Tensor
    action: Tensor
    hope: Tensor  # what the best move was held for
    is_best: Tensor  # whether that move was made
    ended: Tensor
    reward: Tensor  # of whoever made it, where that ended the game


def played(net: Net, batch: ludothek.Batch) -> Step:
    seen, mover, hope, best = looked(net, batch)
    anything = torch.multinomial(torch.from_numpy(batch.masks).float(), 1).squeeze(1)
    action = torch.where(torch.rand(len(best)) < EXPLORE, anything, best)
    batch.step(action.numpy())
    rewards, ended = torch.from_numpy(batch.rewards), torch.from_numpy(batch.ended).clone()
    return Step(seen, action, hope, action == best, ended, 2 * rewards[torch.arange(len(mover)), mover] - 1)


def looked(net: Net, batch: ludothek.Batch) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Every game as its mover sees it, whose move it is, what the best move seems worth, and which it is."""
    mover = torch.from_numpy(batch.to_act).long()
    seen = planes(torch.from_numpy(batch.observations()), mover)
    hope, best = net(seen).masked_fill(~torch.from_numpy(batch.masks), -torch.inf).max(1)
    return seen, mover, hope, best


def outcomes(steps: list[Step], hope: Tensor) -> list[Tensor]:
    """What came of each move, for whoever made it.

    `hope` is what the positions after the last one are held for.
    """
    found, worth = [], hope
    for step in reversed(steps):
        came = torch.where(step.ended, step.reward, -PATIENCE * worth)
        worth = torch.where(step.is_best, torch.lerp(step.hope, came, TRUST), step.hope)
        found.append(came)
    return found[::-1]


def learn(net: Net, optimiser: torch.optim.Optimizer, steps: list[Step], came: Tensor) -> float:
    """Learn what came of each move; how far off the network was, on average."""
    seen, action = torch.cat([step.seen for step in steps]), torch.cat([step.action for step in steps])
    off = []
    for shown, column in ((seen, action), (seen.flip(2), COLUMNS - 1 - action)):
        for part in torch.randperm(len(came)).split(PART):
            told = net(shown[part]).gather(1, column[part, None]).squeeze(1)
            loss = nn.functional.mse_loss(told, came[part])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            off.append(loss.item())
    return (sum(off) / len(off)) ** 0.5


def train(lessons: int = LESSONS, seed: int = 1) -> Net:
    """The same seed and number of lessons give the same player, on the same machine."""
    torch.manual_seed(seed)
    net, batch = Net(), ludothek.Batch(ludothek.game(GAME).variant(2), GAMES, threads=1)
    batch.reset(seed)
    optimiser = torch.optim.Adam(net.parameters(), RATE)
    slower = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.1, lessons)
    begun, finished = time.process_time(), 0
    for lesson in range(1, lessons + 1):
        with torch.no_grad():
            steps = [played(net, batch) for _ in range(STEPS)]
            came = torch.cat(outcomes(steps, looked(net, batch)[2]))
        off = learn(net, optimiser, steps, came)
        slower.step()
        finished += sum(int(step.ended.sum()) for step in steps)
        if lesson % 10 == 0 or lesson == lessons:
            spent = time.process_time() - begun
            print(
                f"lesson {lesson}: {finished:,} games, off by {off:.2f}, {spent:.0f} s of processor time",
                flush=True,
            )
    return net


class Trained:
    """The network as a player: it takes the move whose best answer leaves it the most."""

    remembers = False

    def __init__(self, net: Net | None = None) -> None:
        if net is None:
            if not FILE.is_file():
                raise ludothek.Refusal(
                    f"there is no {FILE.name} beside train.py; train a player first: python examples/train.py"
                )
            net = Net()
            net.load_state_dict(torch.load(FILE, weights_only=True))
        state = ludothek.game(GAME).rules.State
        self.net, self.flatten, self.width = net, flattened(state), flat_size(state)

    def choose(self, view: ludothek.PlayerView, budget: ludothek.Budget, seed: int) -> ludothek.Choice:
        variant, state, seat = view.variant, view.state, view.seat
        if variant.game.id != GAME:
            raise ludothek.Refusal(f"this player has learnt {GAME}, and not {variant.game.id}")
        worth = {}
        for move, action in view.moves().items():
            after = variant.after(state, seat, action)
            worth[move] = (
                won(variant, after, seat) if variant.is_over(after) else -self._best(variant, after, 1 - seat)
            )
        return ludothek.Choice(max(worth, key=lambda move: worth[move]))

    def _best(self, variant: ludothek.Variant, state: Any, seat: int) -> float:
        """What a position is worth to the seat that is to act, by what its best move leaves to the other."""
        after = [variant.after(state, seat, action) for action in variant.actions(state, seat)]
        found = [won(variant, one, seat) for one in after if variant.is_over(one)]
        if going_on := [one for one in after if not variant.is_over(one)]:
            found.append(-min(self._hopes(variant, going_on, 1 - seat)))
        return max(found)

    @torch.no_grad()
    def _hopes(self, variant: ludothek.Variant, states: list[Any], seat: int) -> list[float]:
        """What the network holds positions for in which that seat is to act."""
        flat = [[0.0] * self.width for _ in states]
        for row, state in zip(flat, states, strict=True):
            self.flatten(state, row, 0)
        columns = self.net(planes(torch.tensor(flat), torch.full((len(flat),), seat))).tolist()
        return [
            max(worths[action] for action in variant.actions(state, seat))
            for worths, state in zip(columns, states, strict=True)
        ]


def won(variant: ludothek.Variant, state: Any, seat: int) -> float:
    return 2 * variant.scores(state)[seat] - 1


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--lessons", type=int, default=LESSONS)
    arguments.add_argument("--games", type=int, default=200, help="of each duel")
    given = arguments.parse_args()
    net = train(given.lessons)
    torch.save(net.state_dict(), FILE)
    for level in ("random", "easy", "medium"):
        standing = ludothek.duel(GAME, Trained(net), level, games=given.games)
        low, high = standing.interval()
        print(
            f"wins {standing.share:.1%} of the decided games against {level} (95 %: {low:.1%} to {high:.1%}, {standing.games} games)"
        )


if __name__ == "__main__":
    main()
