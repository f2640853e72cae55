"""Types of the answers to an action: done, or refused."""

from typing import Annotated

import msgspec

from ludothek.house.api.value_types import known_as


class HintShape(msgspec.Struct):
    """A move with its value (the chance to win from 0 to 1), the value in words, and why."""

    move: str
    label: str
    value: float | None
    worth: str | None
    reason: str | None


class WarningShape(msgspec.Struct):
    """A move that is much worse than another one."""

    chosen: HintShape
    better: HintShape


class Done(msgspec.Struct, omit_defaults=True):
    """The answer to an action that was carried out."""

    ok: Annotated[bool, known_as("true")]
    id: str
    version: int
    seat: int | None = None
    table: str | None = None
    hints: list[HintShape] | None = None
    warning: WarningShape | None = None
    labels: dict[str, str] | None = None  # by move


class Trouble(msgspec.Struct, omit_defaults=True):
    """The answer to a refused request or action."""

    ok: Annotated[bool, known_as("false")]
    code: str
    error: str
    id: str | None = None
    detail: str | None = None
    retry_in_ms: int | None = None
