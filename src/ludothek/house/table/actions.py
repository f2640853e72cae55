"""The actions that a client can send to a table, one type per `do`; unknown fields are refused."""

from typing import Annotated

import msgspec

from ludothek.house.api.value_types import Begins, BeginsNext, Contribution
from ludothek.house.api.value_types import Help as HelpLevel

ClientId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")
]  # PostgreSQL texts cannot contain NUL
Text = Annotated[str, msgspec.Meta(max_length=256)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Since = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class Action(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, kw_only=True, frozen=True):
    id: ClientId  # request id of the client: a repeated request is carried out once


class JoinAction(Action, tag="join", kw_only=True, frozen=True):
    seat: SeatNumber | None = None
    name: Text | None = None
    contribution: Contribution | None = None


class LeaveAction(Action, tag="leave", kw_only=True, frozen=True):
    seat: SeatNumber | None = None


class StartAction(Action, tag="start", kw_only=True, frozen=True):
    fill: Text | None = None
    begins: Begins = ""  # by default as chosen when the table was opened


class SeatBotAction(Action, tag="seat_bot", kw_only=True, frozen=True):
    seat: SeatNumber
    level: Text


class SeatBackAction(Action, tag="seat_back", kw_only=True, frozen=True):
    seat: SeatNumber


class MoveAction(Action, tag="move", kw_only=True, frozen=True):
    seat: SeatNumber
    token: Text
    version: Since
    move: Text


class TellAction(Action, tag="tell", kw_only=True, frozen=True):
    """Chance moves that people rolled or drew from the box, in order."""

    token: Text
    version: Since
    moves: Annotated[list[Text], msgspec.Meta(min_length=1, max_length=64)]


class TakeBackAction(Action, tag="take_back", kw_only=True, frozen=True):
    seat: SeatNumber
    token: Text
    version: Since


class ReadyAction(Action, tag="ready", kw_only=True, frozen=True):
    """The person needs no more reading time."""


class AwayAction(Action, tag="away", kw_only=True, frozen=True):
    """The person is away, or back, on one of their seats or on all."""

    away: bool
    seat: SeatNumber | None = None


class ChatAction(Action, tag="chat", kw_only=True, frozen=True):
    phrase: Text | None = None
    text: Annotated[str, msgspec.Meta(max_length=2000)] | None = None
    seat: SeatNumber | None = None


class RematchAction(Action, tag="rematch", kw_only=True, frozen=True):
    begins: BeginsNext = (
        ""  # the seat at this table, the loser, or by lot; by default the seats move on by one
    )


class HelpAction(Action, tag="help", kw_only=True, frozen=True):
    seat: SeatNumber
    help: HelpLevel


class HintAction(Action, tag="hint", kw_only=True, frozen=True):
    seat: SeatNumber
    token: Text
    version: Since


class CheckAction(Action, tag="check", kw_only=True, frozen=True):
    seat: SeatNumber
    token: Text
    version: Since
    move: Text


AdviceAction = HintAction | CheckAction  # slow, so answered while the table continues
Talk = ChatAction | HelpAction  # appears in the log, so it is rate limited
AnyAction = (
    JoinAction
    | LeaveAction
    | StartAction
    | SeatBotAction
    | SeatBackAction
    | MoveAction
    | TellAction
    | TakeBackAction
    | ReadyAction
    | AwayAction
    | ChatAction
    | RematchAction
    | HelpAction
    | HintAction
    | CheckAction
)


class LiveCommand(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A command that changes only what one connection receives."""


class ViewerCommand(LiveCommand, tag="look", kw_only=True, frozen=True):
    seat: SeatNumber | None = None


class LanguageCommand(LiveCommand, tag="language", kw_only=True, frozen=True):
    language: Text


class WordsCommand(LiveCommand, tag="words", kw_only=True, frozen=True):
    """Whether to describe positions and moves in words; drawn boards do not need it."""

    wanted: bool


class SyncCommand(LiveCommand, tag="sync", kw_only=True, frozen=True):
    since: Since = 0


class PingCommand(LiveCommand, tag="ping", kw_only=True, frozen=True):
    pass


class GoCommand(LiveCommand, tag="go", kw_only=True, frozen=True):
    id: ClientId  # the answer precedes the frames of the other table
    table: Text


class LabelCommand(LiveCommand, tag="label", kw_only=True, frozen=True):
    """Request the labels of these legal moves."""

    id: ClientId
    moves: Annotated[list[Text], msgspec.Meta(min_length=1, max_length=64)]


AnyLiveCommand = (
    ViewerCommand | LanguageCommand | WordsCommand | SyncCommand | PingCommand | GoCommand | LabelCommand
)
_decoder = msgspec.json.Decoder(AnyAction | AnyLiveCommand)


def read_frame(text: str | bytes) -> AnyAction | AnyLiveCommand:
    heard: AnyAction | AnyLiveCommand = _decoder.decode(text)
    return heard
