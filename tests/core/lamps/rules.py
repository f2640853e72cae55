"""Three times: switch the lamp on or leave it, roll the die, go on."""

from ludothek.core import CHANCE, Declaration, Struct, int8, rule

GAME = Declaration(
    version=2,
    age=6,
    minutes=1,
    seats=(1, 1),
    hidden=False,
    chance=True,
    actions=3,
    legal=3,
    parts=("upgrade",),
)
ON, LEAVE, GO = range(3)
ASKING, ROLLING, GOING, OVER = range(4)


class State(Struct):
    stage = int8()
    turn = int8()
    lit = int8()
    total = int8()


@rule
def setup(kit, s, seats):  # type: ignore[no-untyped-def]
    s.stage = ASKING


@rule
def to_act(kit, s):  # type: ignore[no-untyped-def]
    return 0 if s.stage == OVER else 1 << CHANCE if s.stage == ROLLING else 1


@rule
def legal(kit, s, seat, out):  # type: ignore[no-untyped-def]
    if s.stage == GOING:
        out[0] = GO
        return 1
    for k in range(2 if s.stage == ASKING else 3):
        out[k] = k
    return 2 if s.stage == ASKING else 3


@rule
def weights(kit, s, out):  # type: ignore[no-untyped-def]
    for k in range(3):
        out[k] = 1


@rule
def act(kit, s, seat, action):  # type: ignore[no-untyped-def]
    if s.stage == ASKING:
        s.lit += 1 if action == ON else 0
        s.stage = ROLLING
    elif s.stage == ROLLING:
        s.total += action
        s.stage = GOING
    else:
        s.turn += 1
        s.stage = OVER if s.turn == 3 else ASKING


@rule
def scores(kit, s, out):  # type: ignore[no-untyped-def]
    out[0] = 1.0


@rule
def hide(kit, s, seat):  # type: ignore[no-untyped-def]
    pass
