"""The one try at a challenge that counts: what it does not allow is whatever would make it more than one try,
or more than one person's.
"""

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
    """Refuse to take a move back, to be advised or to let a bot play on; and to anybody else the seat of
    whoever got up from it.
    """
    if not sitting.facts.is_counted:
        return
    if person.id != sitting.facts.creator and isinstance(action, actions.JoinAction | NOT_ALLOWED):
        raise Refused("counted_by_another")
    if isinstance(action, NOT_ALLOWED):
        raise Refused("counted")
