"""Golden games: recorded games and counts must be reproduced in all versions."""

import json

import pytest

from ludothek.core.registry import find, game_ids
from ludothek.testing import variants_of
from tests.goldens import golden_file, told


@pytest.mark.parametrize("game_id", game_ids())
def test_golden_games_and_perft_counts(game_id: str) -> None:
    assert golden_file(game_id).exists(), (
        f"no golden games; make them with: python -m tests.goldens {game_id}"
    )
    lines = [json.loads(line) for line in golden_file(game_id).read_text().splitlines()]
    assert len(lines) >= len(list(variants_of(find(game_id))))
    for line in lines:
        assert told(line["record"]) == line
