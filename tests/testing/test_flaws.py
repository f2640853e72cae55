"""Each flaw that a game can have is reported in a sentence that says where it is and what to write.

Each is made on purpose by changing one line: in the game that `ludothek new` creates, or, for hidden
information, in the example `cups`.
"""

import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ludothek.core import BadGame, Phrase
from ludothek.core.registry import find, load
from ludothek.testing import check, inspect, text_checks
from ludothek.testing.flaws import Flaw
from ludothek.workshop import begin

CUPS = Path(__file__).parents[2] / "examples/cups"
NUMBERS = count()

Make = Callable[..., str]


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """A game in which something is replaced; the name of its package, which can be imported."""

    def make(base: str, file: str, old: str, new: str) -> str:
        name = f"{base}_{next(NUMBERS)}"
        if base == "matches":
            source = begin(name, tmp_path) / "src"
        else:
            source = tmp_path / name
            shutil.copytree(CUPS / "src/cups", source / name, ignore=shutil.ignore_patterns("__pycache__"))
            for module in (source / name).rglob("*.py"):
                module.write_text(module.read_text("utf-8").replace("from cups.", f"from {name}."), "utf-8")
        broken_file = source / name / file
        text = broken_file.read_text("utf-8")
        assert old in text
        broken_file.write_text(text.replace(old, new, 1), "utf-8")
        monkeypatch.syspath_prepend(source)
        return name

    return make


class Flawed(NamedTuple):
    file: str
    old: str
    new: str
    said: str


OPEN = {
    "more actions than declared": Flawed(
        "rules.py", "legal=MOST,", "legal=2,", r"legal writes 3 actions for seat 0 at the start, but the declaration says legal=2: raise it"
    ),
    "an action out of range": Flawed("rules.py", "actions=MOST,", "actions=2,", r"offers the action 2 to seat 0 .* actions=2: .* from 0 to 1"),
    "nothing to do": Flawed(
        "rules.py", "if s.left else 0", "if s.left > -9 else 0", r"seat \d is to act after .* but has no legal action: to_act must pass it over"
    ),
    "an endless game": Flawed("rules.py", "s.left -= s.taken", "s.left -= 0", r"has not ended after 20000 moves: to_act must return 0"),
    "one text for two actions": Flawed(
        "notation.py", "str(action + 1)", "str(action // 2)", r"the actions 0 and 1 of seat 0 have the same text '0' at the start"
    ),
    "a text with a blank": Flawed("notation.py", "str(action + 1)", 'f" {action}"', r"says the action 0 as ' 0' .* text in ASCII without"),
    "a value too large": Flawed(
        "rules.py", "    s.left = MATCHES", "    s.left = MATCHES\n    s.taken = 200", r"puts 200 into taken at the start, but int8 holds .* to 127"
    ),
    "a fraction": Flawed("rules.py", "s.taken = action + 1", "s.taken = (action + 1) / 1", r"puts \d+\.0 into (taken|left) .* whole numbers"),
    "a misspelt field, read": Flawed("rules.py", "s.turn = following", "s.trun = following", r"rules\.py, line \d+: State has no field 'trun'; did you mean 'turn'"),
    "a misspelt field, written": Flawed("rules.py", "s.left = MATCHES", "s.letf = MATCHES", r"line \d+: State has no field 'letf'; did you mean 'left'"),
    "a forgotten @rule": Flawed("rules.py", "@rule\ndef act", "def act", r"rules\.py, line \d+: mark act with @rule"),
    "a forgotten @rule below": Flawed(
        "rules.py", "@rule\ndef following", "def following", r"mark following with @rule, because act calls it \(rules\.py, line \d+\)"
    ),
    "chance undeclared": Flawed("rules.py", "return 1 << s.turn if", "return 1 << 8 if", r"chance is to act at the start, but the game declares chance=False"),
    "chance declared in vain": Flawed("rules.py", "chance=False", "chance=True", r"chance was never to act .* say chance=False"),
    "no bit set": Flawed("rules.py", "return 1 << s.turn if", "return 1 << s.turn + 4 if", r"to_act returned 16 .* the bit set of seats"),
    "hiding undeclared": Flawed("rules.py", "pass  # everybody", "s.taken = 0  # everybody", r"hide blanks something, .* say hidden=True, and write resample"),
    "no scores": Flawed("rules.py", "        out[seat] = 1.0 if seat == s.turn else 0.0", "        pass", r"scores writes nothing for seat 0"),
    "too many scores": Flawed("rules.py", "    for seat in range(s.seats):\n        out", "    for seat in range(s.seats + 1):\n        out", r"writes more than the 2 scores"),
    "a score too high": Flawed("rules.py", "1.0 if seat == s.turn", "21.0 if seat == s.turn", r"gives seat \d 21\.0 .* from 0 \(lost\) to 1"),
    "a team that is none": Flawed("rules.py", "chance=False,", "chance=False,\n    together=True,", r"score differently .* together=True"),
    "a rule that fails": Flawed("rules.py", "s.taken = action + 1", "s.taken = (action + 1) // (s.left - 20)", r"act fails .*ZeroDivisionError.*rules\.py, line \d+"),
    "legal changes the state": Flawed("rules.py", "    count = min", "    s.taken = 9\n    count = min", r"to_act, legal, weights or a view changes taken"),
    "a text that is missing": Flawed("view.py", '"prompts.take"', '"prompts.takes"', r"texts/de\.toml has no prompts\.takes, which describe, ask or label says"),
    "a gap that nobody fills": Flawed("view.py", "who=Seat(seat), n=action + 1", "n=action + 1", r"no value is given for the gap \{who\} of events\.takes\.(one|other), which tell says"),
    "no number for a plural": Flawed("view.py", '"describe.heap", n=s.left', '"describe.heap"', r"describe\.heap has a singular and a plural, and needs the gap n"),
    "a text in one language": Flawed("texts/de.toml", '[why]\nlast = "{who} hat', '[why]\nletzter = "{who} hat', r"texts/en\.toml has no why\.letzter, which texts/de\.toml has"),
    "another gap": Flawed("texts/de.toml", "{n} Hölzchen sind", "{zahl} Hölzchen sind", r"describe\.heap\.other has not the same gaps in both: n, zahl"),
    "a lonely brace": Flawed("texts/de.toml", "{n} Hölzchen sind", "{n Hölzchen sind", r"texts/de\.toml: describe\.heap\.other is no template"),
    "no tagline": Flawed("texts/de.toml", 'tagline = "', 'tag = "', r"has no tag, which|has no tagline, which"),
    "an untranslated tagline": Flawed("texts/de.toml", "Ein, zwei oder drei Hölzchen: Wer nimmt das letzte?", "One, two or three matches: who takes the last one?", r"tagline is the same in German and in English"),
    "a sentence instead of a phrase": Flawed("view.py", 'return Phrase("prompts.take")', 'return "Take!"', r"says 'Take!' .*: say a Phrase"),
    "labels alike": Flawed("view.py", '"moves.take", n=action + 1', '"moves.take", n=5', r"the moves 1 and 2 are both labelled"),
    "nothing told": Flawed("view.py", 'return [Event("takes", who=Seat(seat), n=action + 1)]', "return []", r"tell has nothing to say of the move"),
    "no reason": Flawed("view.py", '{"reason": f"seat {s.turn} took the last match"}', "{}", r"outcome returned .* an object with a reason"),
    "no why": Flawed("view.py", "def why", "def because", r"view\.py has no why"),
    "no view": Flawed("view.py", "def view(", "def look(", r"module '.*\.view' has no attribute 'view'"),
    "no plain data": Flawed("view.py", '"left": s.left,', '"left": {s.left},', r"view fails, or returns what is not plain data"),
}  # fmt: skip


@pytest.mark.parametrize("flawed", OPEN.values(), ids=list(OPEN))
def test_a_flaw_is_named(broken: Make, flawed: Flawed) -> None:
    assert_said(broken("matches", *flawed[:3]), flawed.said)


HIDDEN = {
    "a field that leaks": Flawed(
        "rules.py", "        s.rolled += 1", "        s.rolled += 1\n        s.loser = action", r"hide leaks: what chance does .* is hidden from .* in dice, but shows in loser"
    ),
    "an audience that sees": Flawed(
        "rules.py", "        if other != seat:", "        if other != seat and seat != 9:", r"hide leaks: it blanks dice\[\d\]\[\d\] for seat \d, but shows it to spectators"
    ),
    "a guess that contradicts": Flawed(
        "rules.py", "            if s.dice[other][die] == UNKNOWN:", "            if s.dice[other][die]:", r"resample contradicts what seat \d knows .* hidden again, dice is not"
    ),
    "a guess that is left out": Flawed("rules.py", "1 + draw_below(stream, FACES)", "UNKNOWN", r"resample changes nothing: it must fill"),
    "a guess that fails": Flawed("rules.py", "1 + draw_below(stream, FACES)", "1 // 0", r"resample fails for seat \d .*ZeroDivisionError.*line \d+"),
    "hiding what one may do": Flawed("rules.py", "    for other in range(s.seats):\n        if other", "    s.claim = 0\n    for other in range(s.seats):\n        if other", r"the legal actions of seat \d are others after hide"),
    "a blank too large": Flawed("rules.py", "                    s.dice[other][die] = UNKNOWN", "                    s.dice[other][die] = 255", r"hide puts 255 into dice for .*, but int8 holds"),
    "a guess too large": Flawed("rules.py", "1 + draw_below(stream, FACES)", "200", r"resample puts 200 into dice for seat \d .*, but int8 holds"),
    "hiding for nobody": Flawed("rules.py", "                    s.dice[other][die] = UNKNOWN", "                    pass", r"hide changed nothing in any random game"),
}  # fmt: skip


@pytest.mark.parametrize("flawed", HIDDEN.values(), ids=list(HIDDEN))
def test_a_flaw_of_what_is_hidden_is_named(broken: Make, flawed: Flawed) -> None:
    assert_said(broken("cups", *flawed[:3]), flawed.said)


def assert_said(package: str, said: str) -> None:
    flaws = []
    for looked in check(load(package), compiled=False):
        if looked.flaw:
            flaws.append(looked.flaw)
            break
    with pytest.raises(AssertionError, match=said):
        raise AssertionError("\n".join(flaws))


def test_a_question_that_changes_while_others_move_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = find("safehouse").variant(2)
    text_checks.a_question_stays_while_others_move(variant)

    def ask(kit: Any, s: Any, seat: int) -> Phrase:
        return Phrase("prompts.write", numbers=[sum(map(sum, s.number))])

    with monkeypatch.context() as patched:
        patched.setattr(variant.game.words, "ask", ask)
        with pytest.raises(
            Flaw,
            match=r"seat (\d) is asked the same as before seat (?!\1)\d moved, but ask says it in other words after",
        ):
            text_checks.a_question_stays_while_others_move(variant)
    monkeypatch.setattr(
        variant.game.words,
        "label",
        lambda kit, s, seat, action: Phrase(f"{action}", written=sum(map(sum, s.number))),
    )
    with pytest.raises(Flaw, match=r"but label says the move done in other words after"):
        text_checks.a_question_stays_while_others_move(variant)


LOTS = """@rule
def lots(kit, s, seat):
    return MOST


@rule
def lot(kit, s, seat, n):
    return {}


@rule
def hide"""


@pytest.mark.parametrize("said", ["n", "n if n else -1", "0"], ids=["too much", "too little", "one only"])
def test_lots_that_are_not_what_is_legal_are_named(broken: Make, said: str) -> None:
    assert_said(
        broken("matches", "rules.py", "@rule\ndef hide", LOTS.format(said)),
        r"of the \d lots of seat \d .* equally many, those of",
    )


def test_lots_without_a_lot_are_refused(broken: Make) -> None:
    with pytest.raises(BadGame, match="one of lots"):
        load(broken("matches", "rules.py", "@rule\ndef hide", LOTS.replace("def lot(", "def lots_of(")))


def test_a_hidden_game_without_resample_is_refused(broken: Make) -> None:
    with pytest.raises(BadGame, match=r"needs a rule resample\(kit, s, seat, stream\)"):
        load(broken("cups", "rules.py", "def resample", "def resample_them"))


def test_a_game_that_cannot_be_imported_is_refused_with_its_line(broken: Make) -> None:
    with pytest.raises(BadGame, match=r"cannot be loaded: .*rules\.py, line \d+"):
        load(broken("matches", "rules.py", "MATCHES = 21", "MATCHES = 21 +"))
    with pytest.raises(
        BadGame,
        match=r"cannot be loaded: ModuleNotFoundError: No module named 'nowhere' \(.*rules\.py, line \d+\)",
    ):
        load(broken("matches", "rules.py", "MATCHES = 21", "import nowhere"))


def test_a_rule_that_never_comes_back_is_stopped_and_named(
    broken: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = broken(
        "matches",
        "rules.py",
        "    s.left -= s.taken",
        "    while s.taken:\n        s.left -= 0\n    s.left -= s.taken",
    )
    monkeypatch.setenv("PYTHONPATH", str(Path(str(load(package).folder)).parent))
    inspection = inspect(package, seconds=4)
    (looked,) = inspection.flaws
    assert looked.check == "every step is sound"
    assert "act does not return: it was at act (rules.py, line" in str(looked.flaw)


def test_time_is_kept_and_what_was_not_reached_is_counted() -> None:
    inspection = inspect("squid", seconds=3)
    assert not inspection.flaws
    assert inspection.not_reached > 20
