"""Import a table from a person's device into a server, to continue it with friends.

It is opened as a new table at the position reached. Only what can be verified is taken from the file: moves
are replayed, names and settings are checked like those of a new table. Since the importing person may know
the old seed, chance comes from a fresh one from here on; the old seed is stored so that every draw can be
verified at the end. See docs/decisions/020.
"""

from msgspec import structs

from ludothek.bots.levels import stand_in
from ludothek.core.chance import SecretSeed
from ludothek.core.table import seat_label
from ludothek.house.api.table_types import MOST_PATIENCE
from ludothek.house.people.person import checked_name, checked_text
from ludothek.house.table.decide import DecisionContext, join_entry, unique_name
from ludothek.house.table.entries import BotSeated, Brought, Facts
from ludothek.house.table.opening import TITLE_LENGTH, TableOpening, checked_allowance
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting, TableSeat


def import_table(there: Sitting, table: str, context: DecisionContext, scale: float) -> TableOpening:
    """Open the imported table with the same seats; the packer's seats go to the importing person.

    Others may still join, so the game waits for its host, unless it is over or has a single seat.
    """
    opening = TableOpening(Sitting(_facts(there, table, context), scale))
    for seat, table_seat in enumerate(there.seats):
        _seat(opening, seat, table_seat, there.facts.creator, context)
    opening.add(Brought(person=context.person.id, at=context.at))
    return opening.begin_if_full() if there.phase == "over" or there.facts.seats == 1 else opening


def is_continued_by(before: Sitting, after: Sitting) -> bool:
    """Whether table `after` continues from a position of table `before`."""
    played, same = before.table.moves, ("game", "seats", "kit", "companion")
    is_same = before.variant.options == after.variant.options and all(
        getattr(before.facts, fact) == getattr(after.facts, fact) for fact in same
    )
    return is_same and after.table.moves[: len(played)] == played


def _facts(there: Sitting, table: str, context: DecisionContext) -> Facts:
    old = there.facts
    if not 0 <= old.patience <= MOST_PATIENCE:
        raise Refused("bad_parcel", f"a table is patient for 0 to {MOST_PATIENCE} hours")
    return structs.replace(
        old,
        id=table,
        name=checked_text(old.name, TITLE_LENGTH, "bad_title", marks="<>", least=0),
        public=False,
        allowance=checked_allowance(there.variant, old),
        creator=context.person.id,
        seed=SecretSeed.fresh().seed.hex(),
        created=context.at,
        beginning=[(seat_label(seat), move) for seat, move in there.table.moves],
        seeds_before=[
            *(old.seeds_before or [(len(old.beginning), "")]),
            (there.table.number(), there.seed.seed.hex()),
        ],
        silent=there.table.silent[:],
        **there.present_facts(),
        played=0,
        won={},
        try_of=table
        if old.try_of
        else "",  # that it is one; which table it was begun at is only what the file says
    )


def _seat(
    opening: TableOpening, seat: int, table_seat: TableSeat, packer: str, context: DecisionContext
) -> None:
    game = opening.sitting.variant.game
    if table_seat.owner == packer:
        opening.add(
            join_entry(
                seat,
                context.person.id,
                unique_name(checked_name(table_seat.name), opening.sitting),
                context.at,
            )
        )
    if table_seat.level:
        level = table_seat.level if table_seat.level in context.levels(game) else stand_in(game)
        opening.add(
            BotSeated(
                seat=seat,
                level=level,
                name=checked_name(table_seat.bot_name),
                person=context.person.id,
                at=context.at,
            )
        )
