"""Kill the server at random moments of games, and compare what it acknowledged with what it restores."""

import random
import threading
import time
from contextlib import suppress
from pathlib import Path

from tests.server.serving import WAIT, ConnectionClosed, Line, Server, Someone, click


class Game:
    """A game of one person against themselves, with all answers recorded."""

    def __init__(self, anna: Someone, seed: int) -> None:
        self.anna = anna
        self.rng = random.Random(seed)
        self.table = ""
        self.acknowledged: dict[int, tuple[int, str]] = {}  # the moves by the version they were answered with

    def play(self) -> None:
        """Play at random until the line breaks."""
        with (
            suppress(ConnectionClosed, OSError, TimeoutError, AssertionError),
            Line(self.anna, self.table, seat="none") as line,
        ):
            while line.now["phase"] == "playing":
                seat = self.rng.choice(line.now["to_act"])
                line.send(do="look", seat=seat)
                line.until(lambda seat=seat: line.now["viewer"] == seat)  # type: ignore[misc]
                move = self.rng.choice(line.now["moves"])["move"]
                answer = line.does(**line.move(move, seat) | {"id": click()})
                self.acknowledged[answer["version"]] = seat, move

    def open(self) -> None:
        self.table = self.anna.opens("number_poker", "mmmm")
        self.acknowledged.clear()


def answered(games: list[Game]) -> int:
    return sum(len(game.acknowledged) for game in games)


def killed_at_random(db: Path | str, times: int, seed: int = 0, games: int = 3) -> dict[str, int]:
    """Kill the server that often; return the numbers of acknowledged moves and of those that are missing."""
    rng, acknowledged, missing = random.Random(seed), 0, 0
    server = Server(db).start()
    playing = [Game(server.person("Anna"), seed + k) for k in range(games)]
    for game in playing:
        game.open()
    try:
        for _ in range(times):
            before, give_up = answered(playing), time.monotonic() + WAIT
            threads = [threading.Thread(target=game.play, daemon=True) for game in playing]
            for thread in threads:
                thread.start()
            while answered(playing) == before and time.monotonic() < give_up:
                time.sleep(
                    0.005
                )  # until they are in the middle of it, which takes its time on a busy machine
            time.sleep(rng.uniform(0, 0.4))
            server.kill()
            for thread in threads:
                thread.join(30)
            server.start()
            for game in playing:
                frame = game.anna.frame(game.table, seat="none")
                there = {
                    event["version"]: event["seat"] for event in frame["events"] if event["kind"] == "move"
                }
                acknowledged += len(game.acknowledged)
                missing += sum(there.get(version) != seat for version, (seat, _) in game.acknowledged.items())
                if frame["phase"] == "over":
                    record = game.anna.get(f"/api/tables/{game.table}/record")["moves"]
                    missing += sum(
                        record[version - 6] != [seat, move]
                        for version, (seat, move) in game.acknowledged.items()
                    )
                    game.open()
    finally:
        server.__exit__()
        for game in playing:
            game.anna.http.close()
    return {"kills": times, "acknowledged": acknowledged, "missing": missing}
