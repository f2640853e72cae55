"""The record, the replay and the chance proof of a finished game."""

import hashlib
import hmac
import random

from ludothek.core.table import Table
from tests.server.serving import Server


def test_record_replay_and_chance(server: Server) -> None:
    anna, ben = server.person("Anna", "de"), server.person("Ben")
    table = anna.opens("squid", "mb", clock=False)
    commitment = anna.get(f"/api/tables/{table}/chance")["commitment"]
    for path in ("record", "replay"):
        anna.refused(anna.http.get(f"/api/tables/{table}/{path}"), "not_over")
    before = anna.get(f"/api/tables/{table}/chance")
    assert before == {
        "commitment": commitment,
        "seed": None,
        "companion": False,
        "draws": [],
        "correct": None,
        "before": [],
        "contributions": [],
    }
    with anna.watches(table) as line:
        assert line.now["commitment"] == commitment
        assert line.now["seed"] is None
        line.plays_on(random.Random(4))
    file = ben.http.get(f"/api/tables/{table}/record")
    assert file.headers["content-disposition"].startswith("attachment")
    record = file.json()
    again = Table.load(record)
    replay = anna.get(f"/api/tables/{table}/replay", seat=0)
    assert len(replay["steps"]) == len(record["moves"]) + 1
    assert replay["steps"][-1]["view"] == again.variant.view(again.state, 0)
    assert replay["record"] == record
    assert ben.get(f"/api/tables/{table}/replay")["viewer"] is None
    ben.refused(ben.http.get(f"/api/tables/{table}/replay?seat=5"), "no_seat")

    german, english = (anna.frame(table, language=language)["outcome"] for language in ("de", "en"))
    assert german["reason"] == english["reason"] == again.status()["outcome"]["reason"]
    winner = replay["seats"][german["ranking"][0]]["name"]
    assert (german["why"], english["why"]) == (
        f"Nur noch {winner} steht im Kreis.",
        f"Only {winner} is left in the ring.",
    )

    check = ben.get(f"/api/tables/{table}/chance")
    assert check["correct"]
    assert hashlib.sha256(bytes.fromhex(check["seed"])).hexdigest() == commitment
    assert [["chance", draw["move"]] for draw in check["draws"]] == [
        record["moves"][draw["number"]] for draw in check["draws"]
    ]
    assert len(check["contributions"]) == 1
    key = hmac.new(
        bytes.fromhex(check["seed"]), " ".join(check["contributions"]).encode(), "sha256"
    ).hexdigest()
    assert all(drawn(key, draw["number"], draw["weights"]) == draw["move"] for draw in check["draws"])


def drawn(seed: str, number: int, weights: dict[str, int]) -> str:
    """Draw as the interface's description specifies, independently implemented."""
    total, attempt = sum(weights.values()), 0
    while True:
        value = int(hmac.new(bytes.fromhex(seed), f"{number}:{attempt}".encode(), "sha256").hexdigest(), 16)
        if value < 2**256 // total * total:
            break
        attempt += 1
    value %= total
    for move in sorted(weights):
        value -= weights[move]
        if value < 0:
            return move
    raise AssertionError


def test_a_companion_table_draws_nothing(server: Server) -> None:
    anna = server.person("Anna", "de")
    table = anna.opens("torris", "mm", companion=True)
    with anna.watches(table) as line:
        assert line.now["to_act"] == ["chance"]
        line.send(do="look", seat=0)  # at a shared device one takes it first
        line.until(lambda: bool(line.now["prompt"]))
        rng = random.Random(3)
        while line.now["to_act"] == ["chance"]:
            fallen = [rng.choice(fall) for fall in line.now["falls"]]
            assert all(one["label"] for one in fallen)
            line.does(**line.tell(*(one["move"] for one in fallen)))
        assert line.now["to_act"] == [0]
        assert line.now["falls"] == []
    assert anna.get(f"/api/tables/{table}/chance")["companion"]
