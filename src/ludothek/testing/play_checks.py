"""Checks of play: sound steps, honest declarations, replayable records, refusals without effect."""

import json
import random
from collections.abc import Iterator
from itertools import islice, permutations

from ludothek.core import CHANCE, Game, IllegalMove, Refusal, Variant
from ludothek.core.table import Table
from ludothek.core.texts import SPECTATOR
from ludothek.testing.checked_variants import variants_of
from ludothek.testing.flaws import Flaw, after
from ludothek.testing.random_walks import ENDLESS, RandomWalk, differing, error_text

GAMES = 6
POSITIONS = 12
ORDERS = 24  # in which simultaneous choices are tried


def every_step_is_sound(variant: Variant) -> None:
    """Check that random games end and that each step keeps to the declaration."""
    for seed in range(GAMES):
        for _ in RandomWalk(variant, random.Random(seed)).walk():
            pass


def the_declaration_is_true(game: Game) -> None:
    """Check that declared chance and hidden information occur in some random game, and undeclared
    ones do not.
    """
    chance = hides = False
    for variant in variants_of(game):
        for seed in range(GAMES):
            walk = RandomWalk(variant, random.Random(seed))
            for _ in walk.walk():
                hidden = walk.state.copy()
                for viewer in (*range(variant.seats), SPECTATOR):
                    game.rules.hide(variant.kit, hidden, viewer)
                hides |= hidden != walk.state
            chance |= walk.chance_acted
        if chance == game.declared.chance and hides == game.declared.hidden:
            return
    if game.declared.chance and not chance:
        raise Flaw(
            "the game declares chance=True, but chance was never to act in any random game: say chance=False"
        )
    if game.declared.hidden and not hides:
        raise Flaw(
            "the game declares hidden=True, but hide changed nothing in any random game: blank what a seat"
            " may not know"
        )
    if hides and not game.declared.hidden:
        raise Flaw(
            "hide blanks something, but the game declares hidden=False: say hidden=True, and write resample"
        )


def positions(variant: Variant, seed: int, count: int = POSITIONS) -> list[Table]:
    """Return tables stopped at random moments of random games, most of them unfinished."""
    rng = random.Random(seed)
    length = len(at_random(Table(variant), rng).moves)
    return [at_random(Table(variant), rng, rng.randrange(max(length, 1))) for _ in range(count)]


def at_random(table: Table, rng: random.Random, most: int = ENDLESS) -> Table:
    """Play at random to the end, or for at most `most` moves."""
    for _ in islice(moving(table, rng), most):
        pass
    return table


def moving(table: Table, rng: random.Random) -> Iterator[Table]:
    """Yield the table after each move of a random game."""
    variant = table.variant
    while acting := variant.to_act(table.state):
        seat = rng.choice(acting)
        if seat == CHANCE:
            odds = variant.chances(table.state)
            move = rng.choices(list(odds), list(odds.values()))[0]
        else:
            move = rng.choice(list(variant.moves(table.state, seat)))
        try:
            table.play(seat, move)
        except Refusal as refusal:
            raise Flaw(f"a legal move is refused {after(table.moves)}: {refusal}") from refusal
        except Exception as error:
            raise Flaw(f"tell fails for the move {move} {after(table.moves)}: {error_text(error)}") from error
        yield table


def a_record_replays(variant: Variant) -> None:
    """Check that replaying a record reaches the same state."""
    for seed in range(GAMES):
        table = at_random(Table(variant), random.Random(seed))
        record = json.loads(json.dumps(table.record()))
        again = _replayed(variant, table)
        if again.state != table.state or again.record() != record:
            raise Flaw(
                "the same moves lead to different states, in"
                f" {', '.join(differing(again.state, table.state))}: rules may depend on nothing"
                " but the kit, the state and the action"
            )


def _replayed(variant: Variant, table: Table) -> Table:
    again = Table(variant)
    for seat, move in table.moves:
        again.play(seat, move)
    return again


def what_is_refused_changes_nothing(variant: Variant) -> None:
    rng = random.Random(4)
    for table in positions(variant, 4):
        before, acting = table.state.copy(), variant.to_act(table.state)
        for seat in range(CHANCE + 1):
            legal = variant.moves(table.state, seat) if seat in acting else {}
            garbage = ["", " ", "nonsense", "0 ", "1\n", "é", str(rng.random())]
            for move in [*garbage, *(f"{move} " for move in legal), *(f"{move.upper()}?" for move in legal)]:
                try:
                    table.play(seat, move)
                except IllegalMove:
                    continue
                raise Flaw(
                    f"{move!r} is taken as a move of seat {seat} {after(table.moves)}, although no legal"
                    " action is written so"
                )
        if table.state != before:
            raise Flaw(
                f"a refused move changes {', '.join(differing(before, table.state))} {after(table.moves)}"
            )


def asking_changes_nothing(variant: Variant) -> None:
    """Check that reading moves, views and texts leaves the state unchanged."""
    for table in positions(variant, 5):
        before = table.state.copy()
        for seat in variant.to_act(table.state):
            for move in list(variant.moves(table.state, seat))[:20]:
                variant.play(table.state, seat, move)
            if seat < variant.seats:
                variant.labels(table.state, seat)
        for viewer in (*range(variant.seats), SPECTATOR):
            variant.view(table.state, viewer)
            variant.describe(table.state, viewer)
        if table.state != before:
            raise Flaw(
                f"to_act, legal, weights or a view changes {', '.join(differing(before, table.state))}"
                f" {after(table.moves)}: only setup,"
                " act, hide and resample may change a state"
            )


def the_order_of_simultaneous_choices_does_not_matter(variant: Variant) -> None:
    rng = random.Random(6)
    for table in positions(variant, 6, count=30):
        acting = variant.to_act(table.state)
        if len(acting) < 2:
            continue
        choices = {seat: rng.choice(list(variant.moves(table.state, seat))) for seat in acting}
        reached = []
        for order in list(permutations(acting))[:ORDERS]:
            state = table.state
            for seat in order:
                if seat not in variant.to_act(state):
                    break  # open choices may end the game before the last has chosen
                state = variant.play(state, seat, choices[seat])
            else:
                reached.append(state)
        for other in reached[1:]:
            if other != reached[0]:
                raise Flaw(
                    f"seats {acting} choose at once {after(table.moves)}, but the order in which they"
                    " do changes"
                    f" {', '.join(differing(reached[0], other))}: keep the choices in the state, and act on"
                    " them when the last has chosen"
                )


def a_move_taken_back_is_as_if_it_had_never_been(variant: Variant) -> None:
    for table in positions(variant, 7):
        if not table.can_take_back():
            continue
        moves, now = table.record()["moves"], table.state
        seat, move = table.take_back()
        if table.record()["moves"] != moves[:-1]:
            raise Flaw(f"taking back {move} leaves another record {after(table.moves)}")
        table.play(seat, move)
        if table.state != now:
            raise Flaw(
                f"{move}, taken back and made again, leads elsewhere {after(table.moves)}:"
                f" {', '.join(differing(now, table.state))}"
            )
