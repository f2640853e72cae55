"""A few seconds of bench/faults.py, and tests that its checker finds violations."""

import asyncio
from pathlib import Path

import pytest

from ludothek.house.table.entries import AnyEntry, Facts
from tests.server import houses
from tests.server.faults import History, compared, survived
from tests.server.postgres import postgres


def test_nothing_is_lost_doubled_or_shown_too_early_whatever_happens() -> None:
    with postgres() as address:
        seen = survived(address, seconds=6)
    assert seen["wrong"] == []
    assert seen["acknowledged"] > 10, seen
    assert sum(seen["faults"].values()) > 1, seen


@pytest.fixture
def played(tmp_path: Path) -> tuple[Facts, list[AnyEntry]]:
    """A small game, and its journal."""

    async def made() -> tuple[Facts, list[AnyEntry]]:
        async with houses.opened(tmp_path) as house:
            anna = houses.Person("p_anna", "Anna")
            live = await houses.table(house, "number_poker", "mm", anna)
            await houses.moves(live, anna, 0, "1", "a")
            await houses.moves(live, anna, 1, "2", "b")
            return live.sitting.facts, await house.journal.read(live.sitting.facts.id)

    return asyncio.run(made())


def told(facts: Facts) -> History:
    """The history of a client to whom nothing wrong has happened."""
    return History(facts.id, 0, {"a": (4, "1")})


def test_the_checker_is_content_with_what_is_true(played: tuple[Facts, list[AnyEntry]]) -> None:
    assert compared(*played, [told(played[0])]) == []


def test_the_checker_finds_what_is_wrong(played: tuple[Facts, list[AnyEntry]]) -> None:
    facts, entries = played
    lost, refused, early, others = (told(facts) for _ in range(4))
    lost.acknowledged["c"] = 7, "3"
    refused.refused.add("b")
    early.shown.append((0, 99, [], {}))
    others.shown.append((1, 4, [(4, "chat", 0)], {}))
    assert "lost" in compared(facts, entries, [lost])[0]
    assert "refused, and carried out" in compared(facts, entries, [refused])[0]
    assert "never written" in compared(facts, entries, [early])[0]
    found = " ".join(compared(facts, entries, [others]))
    assert "was shown what 1 may see" in found
    assert "the journal has" in found
    assert "2 times" in compared(facts, [*entries, entries[-1]], [])[0]
