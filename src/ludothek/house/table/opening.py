"""Open new tables: from a request, a challenge, a rematch or a finished game."""

import secrets
from dataclasses import dataclass, field

from msgspec import structs

from ludothek.bots.levels import stand_in
from ludothek.core import CHANCE, BadKit, BadOption, Game, Refusal, Variant
from ludothek.core.chance import SecretSeed
from ludothek.core.registry import find, game_ids
from ludothek.core.table import Table, seat_label, seat_of
from ludothek.house.api.table_types import Allowance, NewTable
from ludothek.house.people.person import checked_name, checked_text
from ludothek.house.table.consequences import Consequences, chance_moves
from ludothek.house.table.decide import LOT, DecisionContext, bot_entry, join_entry, start_entry, unique_name
from ludothek.house.table.ending import GameEnding, series_of
from ludothek.house.table.entries import AnyEntry, BotSeated, ChallengeMarker, Facts
from ludothek.house.table.pace import Pace, has_windows
from ludothek.house.table.refusals import Refused
from ludothek.house.table.seat_clocks import is_clock_game
from ludothek.house.table.sitting import Sitting

TITLE_LENGTH = 40


@dataclass
class TableOpening:
    """A new table that is not stored yet, and its first entries."""

    sitting: Sitting
    entries: list[AnyEntry] = field(default_factory=list)

    def add(self, entry: AnyEntry) -> None:
        self.carry_out(Consequences([entry]))

    def carry_out(self, decision: Consequences) -> None:
        decision.carry_out(self.sitting)
        self.entries += decision.entries

    def begin_if_full(self) -> "TableOpening":
        """Start the game at once if no seat is open."""
        if all(table_seat.kind != "open" for table_seat in self.sitting.seats):
            at = self.sitting.facts.created
            self.add(start_entry(self.sitting, at, self.sitting.facts.begins))
            self.carry_out(chance_moves(self.sitting, at))
        return self


def requested_table(wish: NewTable, context: DecisionContext, scale: float) -> TableOpening:
    """Open the table that a request describes."""
    return _seat_players(_facts(wish, context), wish, context, scale)


def challenge_table(
    wish: NewTable, challenge: ChallengeMarker, seed: bytes, context: DecisionContext, scale: float
) -> TableOpening:
    """Open the table of a day's challenge, whose chance follows from a public seed."""
    facts = structs.replace(_facts(wish, context), challenge=challenge, seed=seed.hex())
    return _seat_players(facts, wish, context, scale)


def _seat_players(facts: Facts, wish: NewTable, context: DecisionContext, scale: float) -> TableOpening:
    opening = TableOpening(Sitting(facts, scale))
    sitting, person = opening.sitting, context.person
    # People first: bots get names with other initials.
    for seat, wanted in sorted(enumerate(wish.seats), key=lambda place: place[1].kind == "bot"):
        if wanted.kind == "me":
            name = checked_name(wanted.name or person.name or context.guest)
            opening.add(
                join_entry(
                    seat, person.id, unique_name(name, sitting), context.at, contribution=wish.contribution
                )
            )
        elif wanted.kind == "bot":
            level = wanted.level or context.levels(sitting.variant.game)[0]
            opening.add(bot_entry(sitting, seat, level, set(sitting.names), context))
    return opening.begin_if_full()


def rematch_table(old: Sitting, at: int, table: str | None = None, begins: str = "") -> TableOpening:
    """Open a table for the same people, moved on by one seat unless requested otherwise.

    The rematch of a challenge is practice.
    """
    series, moved_on = series_of(old), 0 if old.facts.challenge else _next_to_begin(old, begins)
    new = {
        "id": table or fresh_id(),
        "seed": SecretSeed.fresh().seed.hex(),
        "created": at,
        "creator": old.host,
        "begins": LOT if begins == LOT and not old.facts.challenge else "",
    }
    new |= {
        "played": series.played,
        "won": {table_seat.known_as: won for table_seat, won in zip(old.seats, series.won, strict=True)},
    }
    new |= {"beginning": old.given(), "seeds_before": [], "silent": [], **old.present_facts()}
    if old.facts.challenge:
        practice = structs.replace(old.facts.challenge, counted=False)
        new |= {"seed": old.facts.seed, "challenge": practice, "hints": True, "played": 0, "won": {}}
    facts = Facts(**{name: getattr(old.facts, name) for name in Facts.__struct_fields__} | new)
    opening = TableOpening(Sitting(facts, old.scale))
    for seat in range(facts.seats):
        table_seat = old.seats[(seat + moved_on) % facts.seats]
        if table_seat.owner:
            opening.add(join_entry(seat, table_seat.owner, table_seat.name, at))
        if table_seat.level:
            by = table_seat.owner if table_seat.owner and not table_seat.is_missed else old.host
            opening.add(
                BotSeated(seat=seat, level=table_seat.level, name=table_seat.bot_name, person=by, at=at)
            )
    return opening.begin_if_full()


def _next_to_begin(old: Sitting, begins: str) -> int:
    """Return the old seat of the player who begins the next game."""
    if begins.isdecimal() and int(begins) >= old.facts.seats:
        raise Refused("no_seat")
    if begins.isdecimal():
        return int(begins)
    scores = GameEnding.of(old).scores
    losers = [seat for seat, score in enumerate(scores) if score == min(scores)]
    return losers[0] if begins == "loser" and len(losers) == 1 else 1


def retry_table(old: Sitting, moves: int, context: DecisionContext, name: str) -> TableOpening:
    """Open a table at a position of a finished game.

    The person takes their former seat, else one that must act. Bots keep theirs and replace other people.
    """
    if old.phase != "over":
        raise Refused("not_over")
    if not 0 <= moves < len(old.table.moves):
        raise Refused(
            "bad_moves",
            f"the game has {len(old.table.moves)} moves; "
            f"it can be tried again from 0 to {len(old.table.moves) - 1}",
        )
    beginning = [(seat_label(seat), move) for seat, move in old.table.moves[:moves]]
    person, at = context.person, context.at
    new = {
        "id": fresh_id(),
        "seed": SecretSeed.fresh().seed.hex(),
        "created": at,
        "creator": person.id,
        "beginning": beginning,
    }
    new |= {
        "try_of": old.facts.id,
        "seeds_before": [],
        "silent": [],
        "name": name,
        "played": 0,
        "won": {},
        "public": False,
        "companion": False,
        "clock": False,
        "allowance": None,
        "hints": True,
        "patience": 0,
        "begins": "",
        "challenge": None,
        **old.present_facts(),
    }
    facts = Facts(**{name: getattr(old.facts, name) for name in Facts.__struct_fields__} | new)
    opening = TableOpening(Sitting(facts, old.scale))
    sitting = opening.sitting
    mine = [
        seat for seat, table_seat in enumerate(old.seats) if table_seat.owner == person.id
    ] or sitting.variant.to_act(sitting.table.state)[:1]
    mine = [seat for seat in mine if seat != CHANCE] or [0]
    for seat in mine:
        theirs = old.seats[seat].name if old.seats[seat].owner == person.id else person.name
        opening.add(
            join_entry(seat, person.id, unique_name(checked_name(theirs or context.guest), sitting), at)
        )
    for seat, table_seat in enumerate(old.seats):
        if seat not in mine:
            level = (
                table_seat.level
                if table_seat.level in context.levels(sitting.variant.game)
                else stand_in(sitting.variant.game)
            )
            opening.add(bot_entry(sitting, seat, level, set(sitting.names), context))
    return opening.begin_if_full()


def fresh_id() -> str:
    """Return a random table id; knowing it grants access as a spectator."""
    return secrets.token_urlsafe(16)


def _facts(wish: NewTable, context: DecisionContext) -> Facts:
    if wish.game not in game_ids():
        raise Refused("no_game", f"there is no game {wish.game!r}; there are: {', '.join(game_ids())}")
    game = find(wish.game)
    try:
        variant = game.variant(len(wish.seats), wish.options, wish.kit)
        pace = Pace(variant, wish.pace, clock=False).settings
    except BadKit as refusal:
        raise Refused("bad_kit", refusal) from None
    except BadOption as refusal:
        raise Refused("bad_option", str(refusal)) from None
    for wanted in wish.seats:
        if wanted.kind not in ("me", "bot", "open"):
            raise Refused("bad_request", f"a seat is for 'me', 'bot' or 'open', not {wanted.kind!r}")
    kinds = [wanted.kind for wanted in wish.seats]
    _check_beginning(variant, wish)
    return Facts(
        id=fresh_id(),
        game=game.id,
        seats=variant.seats,
        options=variant.options,
        rules=game.declared.version,
        kit=wish.kit,
        pace=pace,
        name=checked_text(wish.name, TITLE_LENGTH, "bad_title", marks="<>", least=0),
        companion=wish.companion,
        public=wish.public,
        child_safe=wish.child_safe,
        clock=has_windows(game)
        and ("open" in kinds and kinds.count("me") < 2 if wish.clock is None else wish.clock),
        allowance=checked_allowance(variant, wish),
        creator=context.person.id,
        seed=SecretSeed.fresh().seed.hex(),
        created=context.at,
        patience=wish.patience,
        begins="" if wish.moves else wish.begins,
        hints=_hints_by_default(game, wish) if wish.hints is None else wish.hints,
        beginning=wish.moves,
    )


def checked_allowance(variant: Variant, wish: NewTable | Facts) -> Allowance | None:
    if wish.allowance and not is_clock_game(variant.game, variant.seats):
        raise Refused("no_clocks")
    if wish.allowance and wish.companion:
        raise Refused("no_clocks", "with the box on the table thinking time cannot be measured")
    return wish.allowance


def _hints_by_default(game: Game, wish: NewTable) -> bool:
    """Whether a table allows hints by default: alone, against bots and in teams; not between opponents."""
    people = sum(wanted.kind != "bot" for wanted in wish.seats)
    return not wish.public and (people < 2 or game.declared.together)


def _check_beginning(variant: Variant, wish: NewTable) -> None:
    """Check the given moves; refuse chance moves outside companion mode, since the seed cannot prove them."""
    if any(seat == "chance" for seat, _ in wish.moves) and not wish.companion:
        raise Refused(
            "bad_moves",
            "a game with dice or cards in it can only be continued with the box on the table (companion)",
        )
    table = Table(variant)
    try:
        for seat, move in wish.moves:
            table.play(seat_of(seat), move)
    except Refusal as refusal:
        raise Refused("bad_moves", f"move {len(table.moves)}: {refusal}") from None
