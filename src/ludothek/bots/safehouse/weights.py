"""What the guide has been tuned by, in playing: see docs/decisions/010-calibration.md. The unit is an entry that fits."""

(
    OPEN,  # price of opening a row
    LENGTH,  # and of each further field that it lacks
    SOON,  # how much more when the dice at hand are few, and a recall is near
    SHARED,  # how much of that when another seat has more rows open
    REWARD,  # a step forward
    URGENT,  # how much more with the pursuer close behind
    OTHER,  # the weight of rows that are not in the plan
    LABOUR_SAVED,
    EQUAL_LABOUR,  # how much the labour of the first row counts,
    RISING_LABOUR,  # and of the second
    COLOUR,  # how much more fields count whose colour is still needed often
    LEAST,  # what an entry has to be worth
    JOKER,  # price of a joker in an entry
    CHAMELEON,  # price of one
    CHAMELEON_LAST,  # which falls when fewer fields than this are to be filled
    DIE,  # price of a die
    DIE_LAST,  # how much less with few at hand
    DANGER,  # how much more with the pursuer close behind
    WHITE_DIE,  # price of a joker in a throw
    SECOND_JOKER,  # what the second is worth, as a part of the first
    THROW,  # price of a throw
    STEP,  # price of a step of the pursuer's
    RECALL_STEP,  # and of one for a recall, as a part of that
    NEEDY,  # how much more seats count that have more labour before them
    CALM_AT,  # pursuers at which they are calmed
    AGAIN_AT,  # what throwing again has to gain
    LATE,  # how both fall towards the end
    FIRST,  # how much of the price of opening a row when none is open
    SECOND,  # and when one is
) = range(29)

Weights = tuple[float, ...]

WEIGHTS: Weights = (
    1.042, 0.142, 1.454, 0.451, 0.144, 3.453, 0.396, 0.478, 1.549, 0.714, 0.06, -0.143, 0.082, 3.766, 7.624, 0.314, 0.074, 0.105, -0.299,
    0.25, -0.021, 0.902, 0.93, 0.413, 1.6, 2.411, 0.435, 0.123, 0.593,
)  # fmt: skip
