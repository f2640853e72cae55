"""Cost of a move through the referee, interpreted: random games of every game, with JSON encoded and decoded.


python bench/referee.py
"""

import json
import random
import time

from ludothek.cli.referee import Referee
from ludothek.core.registry import find, game_ids

SECONDS = 2.0


def cost(game_id: str) -> float:
    """Return milliseconds per move."""
    referee, rng, moves = Referee(), random.Random(1), 0

    def ask(**request: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(json.dumps(referee.answer(json.dumps(request).encode())))
        return answer

    game = find(game_id)
    begun = time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        status = ask(do="new", game=game_id, seats=max(game.fewest, min(2, game.most)))
        while not status["over"]:
            seat: object = rng.choice(status["to_act"])  # type: ignore[arg-type]
            status = ask(do="move", seat=seat, move=rng.choice(list(status["legal"][str(seat)])))  # type: ignore[index]
            moves += 1
    return 1000 * (time.perf_counter() - begun) / moves


if __name__ == "__main__":
    for game_id in game_ids():
        print(f"{game_id:14} {cost(game_id):.3f} ms a move")
