"""The contract of a game. A game's own modules need only the names exported here."""

from ludothek.core.bits import nth_bit
from ludothek.core.chance import BLANK, CHANCE, Words, draw_below, draw_weighted
from ludothek.core.constant_table import ConstantTable
from ludothek.core.declaration import Declaration
from ludothek.core.errors import BadGame, BadKit, BadOption, BadRecord, IllegalMove, Refusal, UnknownGame
from ludothek.core.game import Game, Variant
from ludothek.core.options import Flag, OneOf, Whole
from ludothek.core.rule import rule
from ludothek.core.scratch import floats, wholes
from ludothek.core.state import Nothing, Struct, float64, int8, int16, int32, int64, uint32
from ludothek.core.texts import EVERYBODY, Event, People, Phrase, Seat, only

__all__ = [
    "BLANK",
    "CHANCE",
    "EVERYBODY",
    "BadGame",
    "BadKit",
    "BadOption",
    "BadRecord",
    "ConstantTable",
    "Declaration",
    "Event",
    "Flag",
    "Game",
    "IllegalMove",
    "Nothing",
    "OneOf",
    "People",
    "Phrase",
    "Refusal",
    "Seat",
    "Struct",
    "UnknownGame",
    "Variant",
    "Whole",
    "Words",
    "draw_below",
    "draw_weighted",
    "float64",
    "floats",
    "int8",
    "int16",
    "int32",
    "int64",
    "nth_bit",
    "only",
    "rule",
    "uint32",
    "wholes",
]
