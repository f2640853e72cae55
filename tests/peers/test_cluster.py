"""A real Ray cluster of several nodes on this machine: the same games as alone, even when a node dies."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

ray = pytest.importorskip("ray", reason="Ray is installed by `make peers`")

from ray.cluster_utils import Cluster as Nodes  # noqa: E402

from ludothek.core import Refusal  # noqa: E402
from ludothek.lab.cluster import Cluster  # noqa: E402
from ludothek.lab.study import Study, run_study  # noqa: E402
from tests.lab.test_study import whole  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own warnings

FOUR = Study("connect_four", 2)


@pytest.fixture
def nodes() -> Iterator[Any]:
    started = Nodes(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    started.add_node(num_cpus=1)
    started.add_node(num_cpus=1)
    yield started
    ray.shutdown()
    started.shutdown()


def test_a_cluster_plays_the_same_games_and_a_node_that_dies_loses_and_doubles_nothing(nodes: Any) -> None:
    alone = whole(run_study(FOUR, 20_000, with_details=False))
    runner, victims = Cluster(nodes.address, chunk=200), list(nodes.worker_nodes)
    assert int(ray.cluster_resources()["CPU"]) == 3
    told: list[int] = []

    def tell(done: int) -> None:
        told.append(done)
        if done >= 4000 and victims:
            nodes.remove_node(victims.pop(), allow_graceful=False)

    assert whole(run_study(FOUR, 20_000, runner=runner, report=tell, with_details=False)) == alone
    assert not victims
    assert told == sorted({0, *told, 20_000}), "part after part, each once"
    seen, here = (run_study(FOUR, 300, drama_games=3, runner=who) for who in (runner, None))
    assert (seen.details, seen.dramas) == (here.details, here.dramas), "what is looked at closely"
    thinking = Study("number_poker", 2, players=("easy", "random"))
    assert whole(run_study(thinking, 6, runner=runner)) == whole(run_study(thinking, 6))
    wanted = f"lab simulate connect_four --games 500 --drama 0 --cluster {nodes.address}"
    command = [sys.executable, "-m", "ludothek", *wanted.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "500 games" in done.stdout, done.stderr


def test_no_cluster_is_one_sentence() -> None:
    with pytest.raises(Refusal, match=r"there is no Ray cluster at 127\.0\.0\.1:1"):
        Cluster("127.0.0.1:1")
