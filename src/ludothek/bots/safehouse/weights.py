"""Weights of the guide, tuned by self-play: see docs/decisions/010-calibration.md.

The unit is a step of the pursuer.
"""

# The remaining cost of a sheet
FIELD = 0.758  # a field that has to be filled
LAST_FIELD = 0.9  # added for each of the last four fields
AWAY = 1.38  # a seat not yet in the safehouse
GAP, GAP_POWER = (
    0.212,
    1.205,
)  # the cost of a gap (see labour.py): GAP * (dice per field) ** GAP_POWER for each field
RISING_GAP, EQUAL_GAP = 0.921, 1.6  # factors for the rising and the equal row
LACKS_ONE, LACKS_MORE = 0.568, 0.793  # an open row that lacks one field, or more
CHAMELEON = 2.104  # the value of an unused chameleon
DANGER, NEAR = 0.243, 8.6  # a tenth of DANGER times the square of how much the pursuer is closer than NEAR

# The cost of open rows at recalls
FIRST, SECOND = 0.261, 0.257  # the weights of the first and second open row; further ones weigh 1
OPEN = 0.252  # the cost of a row of weight 1
OPEN_LATE = 1.669  # added in proportion to the coloured dice that are gone
SHARED = 0.194  # the part of OPEN_LATE for rows up to the number that another seat has open

# Throws
WORST = 0.227  # how strongly seats with more left to do weigh more
SECOND_THROW = 0.902  # the savings of a second throw relative to the same throw as the first
RECALL, RECALL_OPEN = 0.767, 1.126  # the cost of a recall in steps, and for each open row
JOKER = 0.026  # the cost of using a joker, which another colour could have used
AGAIN_WORTH, CALM_WORTH = 2.584, 1.355  # the least gain for which help is used
