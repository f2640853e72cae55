"""OpenSpiel's own test, unmodified, of all our games, and its algorithms on one of them.

By `make peers`: it takes a while to install.
"""

from pathlib import Path

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is installed by `make peers`")

from open_spiel.python.algorithms import cfr, exploitability  # noqa: E402

from ludothek.adapters import openspiel  # noqa: E402
from ludothek.adapters.exploit import exploited  # noqa: E402
from ludothek.bots import Choice  # noqa: E402
from ludothek.core import Refusal  # noqa: E402
from ludothek.core.registry import find, game_ids  # noqa: E402

OPENING = [
    "4",
    "4",
    "4",
    "4",
    "3",
    "3",
    "3",
    "3",
    "2",
    "2",
    "2",
    "2",
]  # of number poker: two stones of 1 and the empty hand are left


@pytest.mark.parametrize("game_id", game_ids())
def test_openspiel_finds_nothing_wrong(game_id: str) -> None:
    openspiel.register()
    game = find(game_id)
    for seats in {game.fewest, game.most}:
        loaded = pyspiel.load_game(f"ludothek_{game_id}(seats={seats})")
        assert loaded.num_players() == seats
        pyspiel.random_sim_test(loaded, num_sims=2, serialize=False, verbose=False)


def small() -> openspiel.OpenSpielGame:
    return openspiel.OpenSpielGame(find("number_poker").variant(2), OPENING)


def test_counterfactual_regret_makes_a_player_harder_to_exploit() -> None:
    solver, worth = cfr.CFRPlusSolver(small()), []
    for _ in range(30):
        solver.evaluate_and_update_policy()
        worth.append(exploitability.exploitability(small(), solver.average_policy()))
    assert worth[0] > 0.01
    assert worth[-1] < worth[0] / 50


def test_what_others_choose_at_once_cannot_be_told_and_what_was_seen_before_is_remembered() -> None:
    first, second, later = (small().new_initial_state() for _ in range(3))
    first.apply_action(1)
    second.apply_action(0)
    assert first.current_player() == second.current_player() == 1
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.information_state_string(0) != second.information_state_string(0)
    later.apply_action(1)
    later.apply_action(0)
    assert later.information_state_string(1) != first.information_state_string(1)


class Stubborn:
    """Shows a stone whenever it can: easy to see through."""

    remembers = True

    def choose(self, view, budget, seed):  # type: ignore[no-untyped-def]
        assert len(view.past) > 1 or view.past[-1] == view.state
        return Choice(max(view.moves()))


def test_a_player_that_is_seen_through_loses_more_than_one_that_mixes() -> None:
    variant = find("number_poker").variant(2)
    assert exploited(variant, Stubborn(), OPENING) > exploited(variant, "random", OPENING) > 0
    with pytest.raises(Refusal, match="more than 20,000 positions"):
        exploited(variant, "random", [])
    with pytest.raises(Refusal, match="between two who play against each other"):
        exploited(find("museum").variant(2), "random", [])


def test_a_table_of_games_is_written_for_notebooks(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from ludothek.lab.data_export import write_parquet
    from ludothek.lab.study import Study, run_study

    played = run_study(Study("connect_four", 2), 50)
    write_parquet(tmp_path / "games.parquet", played)
    table = parquet.read_table(tmp_path / "games.parquet").to_pydict()
    assert table["decisions"] == played.rows["decisions"].tolist()
    assert table["score_1"] == played.scores[:, 1].tolist()
