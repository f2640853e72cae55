"""Train a small network by self-play of connect four, with PyTorch on a `Batch`, and measure it.

    pip install 'ludothek[train]' -e examples/connect_four
    python examples/train.py                                              # some minutes on one core
    cd examples && ludothek lab duel connect_four train:Trained easy      # a bot like any other

The network estimates for each column how the game will end for the seat to act: 1 is a win, -1 a loss. It
sees a position from the perspective of that seat, so that one network plays both.

512 games run in parallel with an ε-greedy policy. The target of a move is the result if the game ended, else
the negated value of the position that it left to the opponent. That value comes from the moves that followed,
up to the first exploratory one, which is replaced by its estimate (Watkins's Q(λ)). Each sample is learnt
twice, the second time mirrored.

To play, it searches two moves ahead by the rules, and evaluates the positions after them with the network.
"""

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

import ludothek
from ludothek.core.flatten import flat_size, flatten_rule

GAME, FILE = "connect_four", Path(__file__).with_name("trained.pt")
COLUMNS, ROWS = 7, 6
FILTERS, HIDDEN = 64, 128
GAMES, STEPS, LESSONS = 512, 32, 120  # parallel games, moves of each per lesson, number of lessons
BATCH_SIZE, LEARNING_RATE = 512, 1e-3  # the rate decays to a tenth
EPSILON = 0.15  # the share of random moves
DISCOUNT = 0.98  # per move
LAMBDA = 0.8  # the weight of the following moves against the estimate

torch.set_num_threads(1)  # more threads do not help so small a network


class Net(nn.Sequential):
    """The value of each column.

    Every line of four lies in a window of four by four, which is the size of the filters.
    """

    def __init__(self) -> None:
        windows = (COLUMNS - 3) * (ROWS - 3)
        layers = nn.Conv2d(3, FILTERS, 4), nn.ReLU(), nn.Flatten()
        super().__init__(
            *layers, nn.Linear(windows * FILTERS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, COLUMNS), nn.Tanh()
        )


def planes(states: Tensor, mover: Tensor) -> Tensor:
    """Convert flat states to the input of the network, for the seat to act.

    The planes are its discs, the other's, and the cells where the next disc lands, each column by row. A flat
    state begins with a board of 64 bits per seat, seven per column, then the number of discs in each column.
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

    observation: Tensor
    action: Tensor
    value: Tensor  # the estimate of the best move
    is_best: Tensor  # whether that move was made
    ended: Tensor
    reward: Tensor  # for the seat that moved, if the game ended


def play_step(net: Net, batch: ludothek.Batch) -> Step:
    """Make one ε-greedy move in every game."""
    observation, mover, value, best = evaluate(net, batch)
    anything = torch.multinomial(torch.from_numpy(batch.masks).float(), 1).squeeze(1)
    action = torch.where(torch.rand(len(best)) < EPSILON, anything, best)
    batch.step(action.numpy())
    rewards, ended = torch.from_numpy(batch.rewards), torch.from_numpy(batch.ended).clone()
    return Step(
        observation, action, value, action == best, ended, 2 * rewards[torch.arange(len(mover)), mover] - 1
    )


def evaluate(net: Net, batch: ludothek.Batch) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return for every game the observation, the seat to act, the value of the best move, and that move."""
    mover = torch.from_numpy(batch.to_act).long()
    observation = planes(torch.from_numpy(batch.observations()), mover)
    value, best = net(observation).masked_fill(~torch.from_numpy(batch.masks), -torch.inf).max(1)
    return observation, mover, value, best


def targets(steps: list[Step], value: Tensor) -> list[Tensor]:
    """The training target of each move, for the seat that made it.

    `value` are the estimates of the positions after the last move.
    """
    reversed_targets, worth = [], value
    for step in reversed(steps):
        target = torch.where(step.ended, step.reward, -DISCOUNT * worth)
        worth = torch.where(step.is_best, torch.lerp(step.value, target, LAMBDA), step.value)
        reversed_targets.append(target)
    return reversed_targets[::-1]


def learn(net: Net, optimiser: torch.optim.Optimizer, steps: list[Step], target: Tensor) -> float:
    """Fit the network to the targets; return the root mean square error."""
    observation, action = (
        torch.cat([step.observation for step in steps]),
        torch.cat([step.action for step in steps]),
    )
    losses = []
    for inputs, column in ((observation, action), (observation.flip(2), COLUMNS - 1 - action)):
        for part in torch.randperm(len(target)).split(BATCH_SIZE):
            prediction = net(inputs[part]).gather(1, column[part, None]).squeeze(1)
            loss = nn.functional.mse_loss(prediction, target[part])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
    return (sum(losses) / len(losses)) ** 0.5


def train(lessons: int = LESSONS, seed: int = 1) -> Net:
    """Train a network. The same seed and number of lessons give the same one on the same machine."""
    torch.manual_seed(seed)
    net, batch = Net(), ludothek.Batch(ludothek.game(GAME).variant(2), GAMES, threads=1)
    batch.reset(seed)
    optimiser = torch.optim.Adam(net.parameters(), LEARNING_RATE)
    scheduler = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.1, lessons)
    begun, finished = time.process_time(), 0
    for lesson in range(1, lessons + 1):
        with torch.no_grad():
            steps = [play_step(net, batch) for _ in range(STEPS)]
            target = torch.cat(targets(steps, evaluate(net, batch)[2]))
        error = learn(net, optimiser, steps, target)
        scheduler.step()
        finished += sum(int(step.ended.sum()) for step in steps)
        if lesson % 10 == 0 or lesson == lessons:
            spent = time.process_time() - begun
            print(
                f"lesson {lesson}: {finished:,} games, error {error:.2f}, {spent:.0f} s of CPU time",
                flush=True,
            )
    return net


class Trained:
    """The network as a bot: it makes the move whose best answer leaves it the highest value."""

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
        self.net, self.flatten, self.width = net, flatten_rule(state), flat_size(state)

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
        """The value of a position for the seat to act, by the best of its moves."""
        after = [variant.after(state, seat, action) for action in variant.actions(state, seat)]
        values = [won(variant, one, seat) for one in after if variant.is_over(one)]
        if unfinished := [one for one in after if not variant.is_over(one)]:
            values.append(-min(self._values(variant, unfinished, 1 - seat)))
        return max(values)

    @torch.no_grad()
    def _values(self, variant: ludothek.Variant, states: list[Any], seat: int) -> list[float]:
        """The estimates of the network for positions in which this seat is to act."""
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
            f"wins {standing.share:.1%} of the decided games against {level}"
            f" (95 %: {low:.1%} to {high:.1%}, {standing.games} games)"
        )


if __name__ == "__main__":
    main()
