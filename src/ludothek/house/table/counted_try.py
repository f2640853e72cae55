"""The one counted try at a challenge: refuse actions that would make it several tries, or shared."""

from ludothek.house.people.person import Person
from ludothek.house.table import actions
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting

NOT_ALLOWED = (
    actions.TakeBackAction
    | actions.HintAction
    | actions.CheckAction
    | actions.HelpAction
    | actions.SeatBotAction
    | actions.SeatBackAction
)


def check_counted(sitting: Sitting, action: actions.AnyAction, person: Person) -> None:
    """Refuse takebacks, advice and bots in a counted try; only its creator may take the seat."""
    if not sitting.facts.is_counted:
        return
    if person.id != sitting.facts.creator and isinstance(action, actions.JoinAction | NOT_ALLOWED):
        raise Refused("counted_by_another")
    if isinstance(action, NOT_ALLOWED):
        raise Refused("counted")
