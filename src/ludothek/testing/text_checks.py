"""Checks of views and texts, in every language.

A check is a function whose name is the sentence that `ludothek check` prints; it raises a `Flaw` if the
sentence is not true of the game.
"""

import json
import random
from collections.abc import Iterable

from ludothek.core import CHANCE, Event, Game, OneOf, Phrase, Variant
from ludothek.core.figures import figures
from ludothek.core.table import Table
from ludothek.core.texts import LANGUAGES, LONG, SPECTATOR, Texts, gaps_of
from ludothek.testing.flaws import Flaw, after
from ludothek.testing.hidden_checks import viewers
from ludothek.testing.play_checks import at_random, moving, positions
from ludothek.testing.random_walks import error_text

TITLES = ("title", "tagline", "kind", "rules")
NAMES = ("Ada", "Bo", "Cleo", "Dov", "Eli", "Fay", "Gil", "Hans")
SPOKEN = 80  # moves of a game after which descriptions, questions and labels are checked
LABELLED = 50  # labels checked in a position


def the_texts_are_complete(game: Game) -> None:
    """Check that both languages have the same keys with the same gaps, and all texts that the game needs."""
    try:
        german, english = (game.texts[language] for language in ("de", "en"))
    except Exception as error:
        raise Flaw(
            f"the texts cannot be read: {error_text(error)}; there must be texts/de.toml and texts/en.toml"
        ) from error
    for one, other in ((german, english), (english, german)):
        for key in one.templates:
            if key not in other.templates:
                raise Flaw(f"texts/{other.language}.toml has no {key}, which texts/{one.language}.toml has")
            if not one[key]:
                raise Flaw(f"texts/{one.language}.toml: {key} is empty")
            if key not in LONG and (gaps := _gaps(one, key) ^ _gaps(other, key)):
                raise Flaw(
                    f"texts/de.toml and texts/en.toml: {key} has not the same gaps in both:"
                    f" {', '.join(sorted(gaps))}"
                )
    for key in _wanted(game):
        if key not in german.templates:
            raise Flaw(f"texts/de.toml and texts/en.toml need a text for {key}")
    for key in ("tagline", "rules"):
        if german[key] == english[key]:
            raise Flaw(f"{key} is the same in German and in English: translate it")


def _wanted(game: Game) -> Iterable[str]:
    """Yield the keys of the texts that every game needs, and those for its options and kit."""
    yield from TITLES
    for group, options in (("options", game.options), ("pace", getattr(game.module("pace"), "SETTINGS", ()))):
        for option in options:
            yield from (f"{group}.{option.name}.label", f"{group}.{option.name}.help")
            if isinstance(option, OneOf):
                yield from (
                    f"{group}.{option.name}.values.{value}"
                    for value in option.values
                    if isinstance(value, str)
                )
    for figure in game.kit or {}:
        yield from (f"kit.{figure}.label", f"kit.{figure}.help")


def _gaps(texts: Texts, key: str) -> set[str]:
    """Return the names of the gaps of a text."""
    try:
        return gaps_of(texts[key])
    except ValueError as error:
        raise Flaw(
            f"texts/{texts.language}.toml: {key} is no template: {error}; write a brace as {{{{ or }}}}"
        ) from error


def the_figures_are_positions_of_the_game(game: Game) -> None:
    """Check that the positions of figures.toml, which illustrate the rules, can be played and viewed."""
    try:
        for figure in figures(game).values():
            figure.table.variant.view(
                figure.table.state, SPECTATOR if figure.viewer is None else figure.viewer
            )
    except Exception as error:
        raise Flaw(f"figures.toml: {error_text(error)}") from error


def everything_is_said_in_every_language(variant: Variant) -> None:
    """Check that the phrases of random games have texts, with all gaps filled, in every language."""
    for seed in range(2):
        table = Table(variant)
        check_phrases(variant, table, "describe, ask or label", _spoken(variant, table))
        for number, _ in enumerate(moving(table, random.Random(seed))):
            events = table.events[-1]
            if not all(isinstance(event, Event) for event in events):
                raise Flaw(f"tell returned {events!r} {after(table.moves)}: it returns a list of Event")
            check_phrases(variant, table, "tell", events)
            if number < SPOKEN:
                check_phrases(variant, table, "describe, ask or label", _spoken(variant, table))
        if (why := variant.why(table.state)) is not None:
            check_phrases(variant, table, "why", [why])


def check_phrases(variant: Variant, table: Table, who: str, phrases: Iterable[Phrase]) -> None:
    """Check phrases in every language; `who` names the functions of the game that returned them."""
    for phrase in phrases:
        if not isinstance(phrase, Phrase):
            raise Flaw(
                f"{who} says {phrase!r} {after(table.moves)}: say a Phrase, whose words stand in"
                " texts/de.toml and texts/en.toml"
            )
        for language in LANGUAGES:
            say(variant.game, language, phrase, f"{who} says {after(table.moves)}")


def say(game: Game, language: str, phrase: Phrase, where: str) -> str:
    """Format a phrase, or raise a `Flaw` that says what its text lacks.

    `where` ends the message: who says the phrase, and after which moves.
    """
    texts = game.texts[language]
    keys = [key for key in (phrase.key, f"{phrase.key}.one", f"{phrase.key}.other") if key in texts.templates]
    if not keys:
        raise Flaw(f"texts/{language}.toml has no {phrase.key}, which {where}")
    if len(keys) > 1 and "n" not in phrase.gaps:
        raise Flaw(
            f"{phrase.key} has a singular and a plural, and needs the gap n to choose by, which is not"
            f" given: {where}"
        )
    for key in keys:
        if missing := _gaps(texts, key) - phrase.gaps.keys():
            raise Flaw(
                f"texts/{language}.toml: no value is given for the gap {{{missing.pop()}}} of {key},"
                f" which {where}"
            )
    for gap in phrase.gaps.values():
        for inner in gap if isinstance(gap, list | tuple) else [gap]:
            if isinstance(inner, Phrase):
                say(game, language, inner, where)
    return texts.say(phrase, NAMES)


def _spoken(variant: Variant, table: Table) -> Iterable[Phrase]:
    """Yield the description of a position for each viewer, its questions and the first labels of moves."""
    state = table.state
    try:
        for viewer in viewers(variant):
            yield from variant.describe(state, viewer)
        for seat in variant.to_act(state):
            if seat < variant.seats:
                yield variant.ask(state, seat)
                yield from list(variant.labels(state, seat).values())[:LABELLED]
    except Flaw:
        raise
    except Exception as error:
        raise Flaw(f"describe, ask or label fails {after(table.moves)}: {error_text(error)}") from error


def what_is_shown_is_plain_data(variant: Variant) -> None:
    """Check that views can be encoded as JSON, for all viewers."""
    for table in positions(variant, 8):
        for viewer in viewers(variant):
            try:
                json.dumps(variant.view(table.state, viewer))
            except Exception as error:
                raise Flaw(
                    f"view fails, or returns what is not plain data (JSON), {after(table.moves)}:"
                    f" {error_text(error)}"
                ) from error


def how_it_ended_is_told(variant: Variant) -> None:
    """Check that a finished game gives its outcome as plain data, and the reason as a phrase."""
    table = at_random(Table(variant), random.Random(3))
    try:
        outcome = variant.outcome(table.state)
        json.dumps(outcome)
    except Exception as error:
        raise Flaw(
            f"outcome fails, or returns what is not plain data (JSON), {after(table.moves)}:"
            f" {error_text(error)}"
        ) from error
    if outcome is None or not isinstance(outcome.get("reason"), str):
        raise Flaw(
            f"outcome returned {outcome!r} {after(table.moves)}: it returns an object with a reason, a text"
            " for programs"
        )
    if variant.why(table.state) is None:
        raise Flaw(
            "view.py has no why(kit, s): people want to be told, in their language, why the game"
            " ended as it did"
        )


def labels_of_different_moves_differ(variant: Variant) -> None:
    """Check that no two legal moves of a seat have the same label in a language."""
    for table in positions(variant, 5):
        for seat in variant.to_act(table.state):
            if seat >= variant.seats:
                continue
            for language in LANGUAGES:
                said: dict[str, str] = {}
                for move, label in variant.labels(table.state, seat).items():
                    words = say(variant.game, language, label, "label says")
                    if words in said:
                        raise Flaw(
                            f"the moves {said[words]} and {move} are both labelled {words!r} in {language}"
                            f" {after(table.moves)}"
                        )
                    said[words] = move


def a_question_stays_while_others_move(variant: Variant) -> None:
    """Check that a pending question and its labels keep their words while others move.

    Otherwise buttons would change under the person's finger. A question with other legal moves is another
    question.
    """
    table = Table(variant)
    asked = _asked(table)
    for _ in moving(table, random.Random(4)):
        mover, before, asked = table.moves[-1][0], asked, _asked(table)
        for seat in asked.keys() & before.keys() - {mover}:
            (prompt, labels), (prompt_before, labels_before) = asked[seat], before[seat]
            if labels.keys() != labels_before.keys():
                continue
            changed = [move for move in labels if labels[move] != labels_before[move]]
            if changed or prompt != prompt_before:
                said = f"label says the move {changed[0]}" if changed else "ask says it"
                raise Flaw(
                    f"seat {seat} is asked the same as before seat {mover} moved, but {said} in other words"
                    f" {after(table.moves)}: say only"
                    " what stays until the seat has moved"
                )


def _asked(table: Table) -> dict[int, tuple[Phrase, dict[str, Phrase]]]:
    """Return the question to each seat that must act, and the labels of its moves."""
    variant, state = table.variant, table.state
    people = [seat for seat in variant.to_act(state) if seat != CHANCE]
    return {seat: (variant.ask(state, seat), variant.labels(state, seat)) for seat in people}


def every_move_of_a_person_has_an_event(variant: Variant) -> None:
    """Check that each move of a seat has an event that some viewer sees; moves of chance may have none."""
    table = at_random(Table(variant), random.Random(6))
    for number, ((seat, move), events) in enumerate(zip(table.moves, table.events, strict=True)):
        if seat != CHANCE and not any(
            event.is_for(viewer) for event in events for viewer in viewers(variant)
        ):
            raise Flaw(
                f"tell has nothing to say of the move {move} of seat {seat} {after(table.moves[:number])}"
            )
