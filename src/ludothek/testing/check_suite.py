"""The list of all checks and their order: cheap and informative ones first, compiled ones last."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludothek.core import Game, Variant, static_checks
from ludothek.testing import hidden_checks, lot_checks, machine_checks, play_checks, text_checks
from ludothek.testing.checked_variants import name_of, variants_of
from ludothek.testing.flaws import Flaw
from ludothek.testing.random_walks import error_text

OfGame = Callable[[Game], None]
OfVariant = Callable[[Variant], None]

OF_GAME: tuple[OfGame, ...] = (
    static_checks.check_rules,
    text_checks.the_texts_are_complete,
    play_checks.the_declaration_is_true,
    text_checks.the_figures_are_positions_of_the_game,
)
OF_VARIANT: tuple[OfVariant, ...] = (
    play_checks.every_step_is_sound,
    play_checks.asking_changes_nothing,
    play_checks.a_record_replays,
    play_checks.what_is_refused_changes_nothing,
    play_checks.the_order_of_simultaneous_choices_does_not_matter,
    play_checks.a_move_taken_back_is_as_if_it_had_never_been,
    lot_checks.lots_are_drawn_from_what_is_legal,
    hidden_checks.hiding_twice_is_hiding_once,
    hidden_checks.what_a_seat_sees_is_enough_to_act_on,
    hidden_checks.a_spectator_knows_no_more_than_any_seat,
    hidden_checks.a_secret_shows_in_no_other_field,
    hidden_checks.what_is_imagined_contradicts_nothing_that_is_known,
    hidden_checks.everybody_is_shown_the_same_where_nothing_is_hidden,
    text_checks.everything_is_said_in_every_language,
    text_checks.what_is_shown_is_plain_data,
    text_checks.how_it_ended_is_told,
    text_checks.labels_of_different_moves_differ,
    text_checks.a_question_stays_while_others_move,
    text_checks.every_move_of_a_person_has_an_event,
)
COMPILED: tuple[OfVariant, ...] = (machine_checks.compiled_play_is_the_same_play,)
STEP = play_checks.every_step_is_sound


@dataclass(frozen=True)
class CheckResult:
    """The result of a check of a game or one of its variants (`shape`): a flaw as a message, or None."""

    check: str
    shape: str
    flaw: str | None = None
    seconds: float = 0.0


def planned_checks(game: Game, compiled: bool = True) -> Iterator[tuple[str, str, Callable[[], None]]]:
    """Yield the checks in order: the name, the game or variant, and a function that runs it."""
    variants = list(variants_of(game))
    for of_game in OF_GAME[:2]:
        yield name(of_game), game.id, lambda check=of_game: check(game)  # type: ignore[misc]
    for variant in variants:
        yield name(STEP), name_of(variant), lambda variant=variant: STEP(variant)  # type: ignore[misc]
    for of_game in OF_GAME[2:]:
        yield name(of_game), game.id, lambda check=of_game: check(game)  # type: ignore[misc]
    for check in [*OF_VARIANT[1:], *(COMPILED if compiled else ())]:
        for variant in variants:
            yield name(check), name_of(variant), lambda check=check, variant=variant: check(variant)  # type: ignore[misc]


def check(
    game: Game, compiled: bool = True, begin: Callable[[str, str], None] = lambda *_: None
) -> Iterator[CheckResult]:
    """Run all checks in order; `begin` is called before each.

    If the rules or the steps of play are unsound, the remaining checks are skipped: they would fail for the
    same reason.
    """
    unsound = False
    for check, shape, run in planned_checks(game, compiled):
        if unsound and check != name(STEP):
            return
        begin(check, shape)
        begun, flaw = time.monotonic(), None
        try:
            run()
        except Flaw as found:
            flaw = str(found)
        except Exception as error:  # an unexpected error is a flaw of the game, too
            flaw = error_text(error)
        unsound |= flaw is not None and check in (name(STEP), name(static_checks.check_rules))
        yield CheckResult(check, shape, flaw, time.monotonic() - begun)


def name(check: Callable[..., None]) -> str:
    return check.__name__.replace("_", " ")
