"""A small player, trained by PyTorch on `Batch` by playing against itself; then it meets the levels.

    pip install 'ludothek[train]'
    python examples/train.py                          # connect four, two minutes
    python examples/train.py torris --minutes 5

The network sees what the seat to act may see and gives a value to every action and to the position. It learns by policy gradients with
its own value as the baseline: in every game all actions of the seat that scored more than was expected become likelier. Nothing here
knows a game: observations, masks and rewards come from `Batch`, on any game for two.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn

import ludothek
from ludothek.core.flat import flat_size, flattened

GAMES, STEPS = 512, 32  # side by side, and steps between two lessons
HIDDEN, RATE, ENTROPY = 256, 1e-3, 0.01


class Net(nn.Module):
    def __init__(self, width: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.choice, self.worth = nn.Linear(HIDDEN, actions), nn.Linear(HIDDEN, 1)

    def forward(self, seen: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        body = self.body(seen)
        return self.choice(body).masked_fill(~legal, -1e9), self.worth(body).squeeze(-1)


class Trained:
    """The network as a player of Ludothek."""

    remembers = False

    def __init__(self, net: Net) -> None:
        self.net = net

    def choose(self, sight: ludothek.Sight, budget: ludothek.Budget, seed: int) -> ludothek.Choice:
        moves = sight.moves()
        with torch.no_grad():
            logits, _ = self.net(seen_by(sight)[None], legal_in(sight)[None])
        return ludothek.Choice(max(moves, key=lambda move: float(logits[0, moves[move]])))


def seen_by(sight: ludothek.Sight) -> torch.Tensor:
    """As a batch shows it: what is seen, and whose turn it is."""
    rules = sight.variant.game.rules
    out = np.zeros(flat_size(rules.State), np.float32)
    flattened(rules.State)(sight.state, out, 0)
    return torch.from_numpy(np.append(out, np.float32(sight.seat)))


def legal_in(sight: ludothek.Sight) -> torch.Tensor:
    legal = torch.zeros(sight.variant.game.declared.actions, dtype=torch.bool)
    legal[list(sight.moves().values())] = True
    return legal


def shown(batch: ludothek.Batch) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """What is seen, what is legal, and whose turn it is; copied, because the next step overwrites it."""
    mover = torch.from_numpy(batch.to_act.astype(np.int64))
    seen = torch.from_numpy(batch.observations().copy())
    return torch.cat([seen, mover[:, None].float()], 1), torch.from_numpy(batch.masks.copy()), mover


def train(variant: ludothek.Variant, minutes: float, seed: int = 1) -> Net:
    torch.manual_seed(seed)
    batch = ludothek.Batch(variant, GAMES)
    batch.reset(seed)
    net = Net(batch.width + 1, batch.actions)
    optimiser = torch.optim.Adam(net.parameters(), RATE)
    begun, lessons, finished = time.monotonic(), 0, 0
    while time.monotonic() - begun < 60 * minutes:
        steps = []
        for _ in range(STEPS):
            seen, legal, mover = shown(batch)
            with torch.no_grad():
                logits, worth = net(seen, legal)
            action = torch.distributions.Categorical(logits=logits).sample()
            batch.step(action.numpy())
            steps.append((seen, legal, mover, action, worth, torch.from_numpy(batch.rewards.copy()), torch.from_numpy(batch.ended.copy())))
            finished += int(batch.ended.sum())
        loss = lesson(net, steps, shown(batch), variant.seats)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        lessons += 1
    print(f"{lessons} lessons from {finished:,} games in {time.monotonic() - begun:.0f} s")
    return net


def lesson(net: Net, steps: list, after: tuple, seats: int) -> torch.Tensor:
    """What each seat got in the end, or what it expects at the end of these steps, beside what it expected when it acted."""
    seen, legal, mover = after
    with torch.no_grad():
        _, worth = net(seen, legal)
    hopes = (1 - worth)[:, None].repeat(1, seats) / max(1, seats - 1)  # the others share what the seat to act does not expect
    hopes[torch.arange(len(mover)), mover] = worth
    wanted = []
    for _, _, mover, _, _, rewards, ended in reversed(steps):
        hopes = torch.where(ended[:, None], rewards, hopes)
        wanted.append(hopes[torch.arange(len(mover)), mover])
    wanted.reverse()
    seen, legal, action = (torch.cat([step[k] for step in steps]) for k in (0, 1, 3))
    target = torch.cat(wanted)
    logits, worth = net(seen, legal)
    chosen = torch.distributions.Categorical(logits=logits)
    better = (target - worth).detach()
    return -(chosen.log_prob(action) * better).mean() + 0.5 * (target - worth).square().mean() - ENTROPY * chosen.entropy().mean()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("game", nargs="?", default="connect_four")
    arguments.add_argument("--minutes", type=float, default=2)
    arguments.add_argument("--games", type=int, default=100, help="of each duel")
    given = arguments.parse_args()
    variant = ludothek.game(given.game).variant(2)
    net = train(variant, given.minutes)
    for level in ("random", "easy"):
        standing = ludothek.duel(given.game, Trained(net), level, games=given.games)
        low, high = standing.interval()
        print(f"beats {level} in {standing.share:.0%} of the decided games (95 %: {low:.0%} to {high:.0%})")


if __name__ == "__main__":
    main()
