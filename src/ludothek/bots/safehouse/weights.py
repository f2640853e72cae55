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
) = range(27)

Weights = tuple[float, ...]

WEIGHTS: Weights = (
    0.527, 0.151, 0.682, 0.776, 0.201, 2.884, 0.5, 0.358, 1.384, 0.556, 0.247, 0.098, 0.05, 2.529, 6.0, 0.237, 0.134, 0.2, -0.306, 0.183,
    1.061, 0.75, 0.857, 0.27, 1.571, 2.241, 0.366,
)  # fmt: skip
