"""Thousands of games at once, on any machine: play them to the end, or step through them action by action.

    batch = Batch(find("torris").variant(2), games=4096)
    batch.reset(seeds=1)
    while …:
        batch.step(choose(batch.observations(), batch.masks))
        learn(batch.rewards, batch.ended)

While stepping, a seat is to act in every game at all times: chance acts by itself, from the game's own random
stream, and a finished game starts again at once. Seats that choose simultaneously are asked one after the
other, the lowest seat first; none sees what another has chosen, because an observation is the state after
`hide`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludothek.bots.playout import Guide, any_action
from ludothek.compiler import KIT, STATE, Kind, Program, machine
from ludothek.core import BadGame, Refusal, Variant
from ludothek.core.errors import IllegalMove
from ludothek.core.flatten import flat_size
from ludothek.lab.batch_programs import (
    BEGIN,
    EMPTY,
    ENDLESS,
    ILLEGAL,
    LOOK,
    MOVER,
    OBSERVE,
    OUT_OF_RANGE,
    SCORE,
    STEP,
    STUCK,
    TOO_MANY,
    Stream,
    play_program,
)

NO_LIMIT = 1 << 62
Numbers = Sequence[int] | NDArray[Any]


class Batch:
    """A number of games of a variant in shared buffers.

    Returned arrays are views of buffers that later calls overwrite: copy what you want to keep.
    """

    def __init__(
        self,
        variant: Variant,
        games: int,
        machine: str = "native",
        threads: int | None = None,
        guide: Guide = any_action,
    ) -> None:
        if type(games) is not int or games < 1:
            raise Refusal(f"a batch has 1 game or more, not {games!r}")
        self.variant = variant
        self.games = games
        self._play = play_program(guide)
        self.machine = _machine(
            machine, variant.game, (self._play, SCORE, STEP, LOOK, OBSERVE), threads, games
        )
        self.actions = variant.game.declared.actions  # an action is a whole number below this
        self.width = flat_size(variant.game.rules.State)  # numbers in an observation
        self._buffers: dict[str, Any] = {}
        self._is_started = self._has_default_seeds = False
        self.machine.write(self._buffer("kit", KIT, 1), variant.kit.pack())
        self.machine.write(self._buffer("start", STATE, 1), variant.start().pack())

    def play(self, seeds: int | Numbers, most: int = NO_LIMIT) -> int:
        """Play every game to its end, or up to `most` decisions, at random or by the guide.

        Return the number of decisions in all games.
        """
        taken = self._buffer("taken", "i8")
        self._is_started = False
        self._run(self._play, *self._start_buffers(self._seed(seeds)), taken, most)
        return int(self.machine.array(taken).sum())

    def scores(self) -> Any:
        """Return the scores of finished games, and zeros for the others: (games, seats)."""
        scores = self._buffer("scores", "f4", self.games * self.variant.seats)
        self._run(SCORE, self._buffers["kit"], self._buffer("states", STATE), scores, self.variant.seats)
        return self.machine.array(scores).reshape(self.games, self.variant.seats)

    def reset(self, seeds: int | Numbers) -> None:
        """Start every game again, with its own seed or, from a single seed, the seed plus its number."""
        seed = self._seed(seeds)
        self._is_started = True
        self.machine.write(self._choices, np.full(self.games, BEGIN, np.int32))
        self._step(seed)

    def step(self, actions: Numbers) -> None:
        """Take one action in each game, for the seat that is to act there.

        If any action is illegal, raise an error and change no game; on a GPU, see `check`.
        """
        self._check_started()
        if len(actions) != self.games:
            raise Refusal(f"a step takes one action for each of the {self.games} games, not {len(actions)}")
        if self.machine.waits:  # otherwise the check would wait for the GPU
            self._check(np.asarray(actions))
        self.machine.write(self._choices, actions)
        self._step()

    @property
    def states(self) -> Any:
        """The packed states of all games; after `play`, their final states."""
        return self.machine.array(self._buffer("states", STATE))

    @property
    def masks(self) -> Any:
        """The legal actions as booleans: (games, actions)."""
        return self.machine.array(self._masks).reshape(self.games, self.actions)

    @property
    def to_act(self) -> Any:
        """The seat that is to act in each game: (games,)."""
        return self.machine.array(self._movers)

    @property
    def rewards(self) -> Any:
        """The scores of the games that ended with the last step, and zeros for all others: (games, seats)."""
        return self.machine.array(self._rewards).reshape(self.games, self.variant.seats)

    @property
    def ended(self) -> Any:
        """Which games ended with the last step and have started again: (games,)."""
        return self.machine.array(self._ended)

    def views(self, seat: int | None = None) -> Any:
        """Return the packed states as one seat may see them; without a seat, as the seat that is to act."""
        seat, views = self._viewer(seat), self._buffer("views", STATE)
        self._run(LOOK, self._buffers["kit"], self._buffers["states"], self._movers, views, seat)
        return self.machine.array(views)

    def observations(self, seat: int | None = None) -> Any:
        """Return the views as numbers: (games, width), in the order of the state's fields.

        A field of type int64 or uint32 is a bit set and becomes one number for each bit.
        """
        seat, flat = self._viewer(seat), self._buffer("flat", "f4", self.games * self.width)
        looked_at = self._buffers["kit"], self._buffers["states"], self._movers, flat, seat
        if self.machine.side_by_side:  # this machine stores the numbers of all games side by side: transpose
            self._run(OBSERVE, *looked_at, 1, self.games)
            return self.machine.array(flat).reshape(self.width, self.games).T
        self._run(OBSERVE, *looked_at, self.width, 1)
        return self.machine.array(flat).reshape(self.games, self.width)

    def check(self) -> None:
        """Raise an error if the last step failed in a game.

        A GPU runs asynchronously, so that `step` does not check there: call this now and then.
        """
        if self.machine.array(self._faults).any():
            faults = self.machine.host(self._faults)
            game = int(faults.argmax())
            raise self._fault_error(game, int(faults[game]))

    def _viewer(self, seat: int | None) -> int:
        """Return the viewer for the compiled programs: a valid seat, or MOVER for None."""
        self._check_started()
        if seat is not None and not 0 <= seat < self.variant.seats:
            raise Refusal(f"there is no seat {seat!r}; the seats are 0 to {self.variant.seats - 1}")
        return MOVER if seat is None else seat

    def _step(self, seed: int = 0) -> None:
        shown = (self._choices, self._masks, self._movers, self._rewards, self._ended, self._faults)
        self._run(
            STEP, *self._start_buffers(seed), self._buffer("streams", Stream), *shown, self.variant.seats
        )
        if self.machine.waits:
            self.check()

    def _run(self, program: Program, *buffers: Any) -> None:
        self.machine.run(program, self.games, *buffers)

    def _buffer(self, name: str, kind: Kind, count: int | None = None) -> Any:
        """Return a buffer, allocating it on first use: `play` needs no masks, for example."""
        if name not in self._buffers:
            self._buffers[name] = self.machine.zeros(kind, self.games if count is None else count)
        return self._buffers[name]

    def _start_buffers(self, seed: int) -> tuple[Any, ...]:
        return (
            self._buffers["kit"],
            self._buffers["start"],
            self._buffer("states", STATE),
            self._buffers["seeds"],
            seed,
        )

    @property
    def _choices(self) -> Any:
        return self._buffer("choices", "i4")

    @property
    def _masks(self) -> Any:
        return self._buffer("masks", "?", self.games * self.actions)

    @property
    def _movers(self) -> Any:
        return self._buffer("movers", "i1")

    @property
    def _rewards(self) -> Any:
        return self._buffer("rewards", "f4", self.games * self.variant.seats)

    @property
    def _ended(self) -> Any:
        return self._buffer("ended", "?")

    @property
    def _faults(self) -> Any:
        return self._buffer("faults", "i1")

    def _seed(self, seeds: int | Numbers) -> int:
        """Write the seed of each game to its buffer and return the seed that the program adds to all of them.

        For a single seed the buffer holds the game numbers, and is written only once.
        """
        if isinstance(seeds, int) and self._has_default_seeds:
            return seeds
        each = np.arange(self.games) if isinstance(seeds, int) else np.asarray(seeds)
        if each.shape != (self.games,) or each.dtype.kind not in "iu":
            raise Refusal(f"seeds are one whole number, or one for each of the {self.games} games")
        self.machine.write(self._buffer("seeds", "i8"), each)
        self._has_default_seeds = isinstance(seeds, int)
        return seeds if isinstance(seeds, int) else 0

    def _check_started(self) -> None:
        if not self._is_started:
            raise Refusal("the games have not begun: call reset(seeds) first")

    def _check(self, actions: NDArray[Any]) -> None:
        """Raise an error for an action that is illegal in its game."""
        if actions.shape != (self.games,) or actions.dtype.kind not in "iu":
            raise Refusal("actions are whole numbers, one for each game")
        if actions.min() < 0 or actions.max() >= self.actions:
            game = int(((actions < 0) | (actions >= self.actions)).argmax())
            raise self._illegal_move(game, int(actions[game]))
        legal = self.machine.array(self._masks)[self._rows + actions]
        if not legal.all():
            game = int(legal.argmin())
            raise self._illegal_move(game, int(actions[game]))

    @property
    def _rows(self) -> Any:
        """The index of each game's first mask entry."""
        if "rows" not in self._buffers:
            self._buffers["rows"] = np.arange(self.games) * self.actions
        return self._buffers["rows"]

    def _illegal_move(self, game: int, action: int) -> IllegalMove:
        masks, movers = (
            self.machine.host(self._masks).reshape(self.games, self.actions),
            self.machine.host(self._movers),
        )
        legal = ", ".join(str(one) for one in masks[game].nonzero()[0])
        return IllegalMove(f"game {game}: seat {movers[game]} cannot do {action}; legal: {legal}")

    def _fault_error(self, game: int, fault: int) -> Refusal:
        """Return the error for a fault code that a program wrote."""
        if fault == ILLEGAL:
            return self._illegal_move(game, int(self.machine.host(self._choices)[game]))
        declared, seat = self.variant.game.declared, int(self.machine.host(self._movers)[game])
        return BadGame(
            f"game {game} of {self.variant.game.id} cannot go on: "
            + {
                TOO_MANY: f"seat {seat} has more legal actions than the {declared.legal} that the"
                " game declares",
                OUT_OF_RANGE: f"seat {seat} has a legal action outside 0 to {declared.actions - 1}, the"
                " declared range",
                STUCK: f"seat {seat} is to act and has no legal action",
                ENDLESS: "chance acts without end",
                EMPTY: "it is over before a seat has acted",
            }[fault]
        )


_machine = machine  # `Batch` has a parameter called `machine`
