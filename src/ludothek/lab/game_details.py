"""Details of single games: which kinds of moves were legal and chosen, and why games ended.

The kind of a move is the key of its label ("lay a stone", "pass"). Labels need interpreted play, so that only
the first games of a study are replayed for them. Endings are counted by the reason that the game gives.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ludothek.bots.playout import Guide, any_action, chance_factory, first_seat
from ludothek.core.chance import CHANCE, CHANCE_BIT, WORDS, seed_stream
from ludothek.core.game import Variant

MOST_LABELS = 250_000  # labels read in a study, which takes a few seconds
MOST_ENDS = 2_000  # games whose reason for the end is counted

Step = tuple[Any, int, int]  # a position, who acts in it, and the action


@dataclass
class GameDetails:
    """Decisions of each game, counted by legal and chosen kinds of moves; why games ended."""

    labels: int = 0
    decisions: list[int] = field(default_factory=list)
    offered: list[dict[str, int]] = field(default_factory=list)
    taken: list[dict[str, int]] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    points: list[list[int]] = field(
        default_factory=list
    )  # of each seat, where the game counts points: a row for each end

    def __add__(self, other: "GameDetails") -> "GameDetails":
        both = zip(vars(self).values(), vars(other).values(), strict=True)
        return GameDetails(*(one + more for one, more in both))

    @property
    def games(self) -> int:
        return len(self.decisions)

    def add(self, variant: Variant, steps: Iterator[Step]) -> None:
        offered, taken, decisions = Counter[str](), Counter[str](), 0
        for state, seat, chosen in steps:
            if seat != CHANCE:
                visible, label = variant.seen_by(state, seat), variant.game.words.label
                actions = variant.actions(state, seat)
                kinds = {
                    action: label(variant.kit, visible, seat, action).key.rpartition(".")[2]
                    for action in actions
                }
                decisions += 1
                self.labels += len(kinds)
                offered.update(set(kinds.values()))
                taken[kinds[chosen]] += 1
        self.decisions.append(decisions)
        self.offered.append(dict(offered))
        self.taken.append(dict(taken))

    def end(self, variant: Variant, state: Any) -> None:
        why = variant.why(state) if variant.is_over(state) else None
        scores = sorted(variant.scores(state), reverse=True) if variant.is_over(state) else []
        self.ends[
            why.key.rpartition(".")[2]
            if why
            else "unfinished"
            if not scores
            else "won"
            if scores[0] == 1
            else "shared"
        ] += 1
        if scores and (points := variant.standing(state)) is not None:
            self.points.append(points)


def sample_details(
    variant: Variant, games: int, seed: int, guide: Guide = any_action, most: int = 1 << 62
) -> GameDetails:
    """Replay the first games of a study until enough labels are read, and return their details."""
    details = GameDetails()
    for game in range(games):
        if details.labels >= MOST_LABELS:
            break
        details.add(variant, replay_steps(variant, seed + game, guide, most))
    return details


def replay_steps(
    variant: Variant, seed: int, guide: Guide = any_action, most: int = 1 << 62
) -> Iterator[Step]:
    """Yield the steps of the game that the `tally` program plays from this seed, interpreted."""
    rules, kit = variant.game.rules, variant.kit
    act_for_chance = chance_factory(rules)
    room, odds, stream = [0] * variant.game.declared.legal, [0] * variant.game.declared.legal, [0] * WORDS
    seed_stream(stream, seed)
    state = variant.start()
    while (acting := rules.to_act(kit, state)) and most:
        before = state.copy()
        if acting == CHANCE_BIT:
            yield before, CHANCE, act_for_chance(kit, state, stream, room, odds)
        else:
            seat = first_seat(acting)
            count = rules.legal(kit, state, seat, room)
            action = room[guide(kit, state, seat, room, count, stream)]
            rules.act(kit, state, seat, action)
            yield before, seat, action
        most -= 1
