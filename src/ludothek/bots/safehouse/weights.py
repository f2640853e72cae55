"""What the guide has been tuned by, in playing: see docs/decisions/010-calibration.md.

The unit is a step of the pursuer's.
"""

# What is left to do on a sheet
FIELD = 0.758  # a field that has to be filled
LAST_FIELD = 0.9  # how much more each of the last four
AWAY = 1.38  # not to be in the safehouse yet
GAP, GAP_POWER = (
    0.212,
    1.205,
)  # what labour is worth (see labour.py): GAP times the dice for a field to this power
RISING_GAP, EQUAL_GAP = 0.921, 1.6  # how much more in the first two rows
LACKS_ONE, LACKS_MORE = 0.568, 0.793  # a row that is open
CHAMELEON = 2.104  # what one is worth
DANGER, NEAR = 0.243, 8.6  # how far the pursuer is behind, if nearer than this

# What open rows cost at recalls
FIRST, SECOND = 0.261, 0.257  # the first and the second count less than others
OPEN = 0.252  # the price of others
OPEN_LATE = 1.669  # and what comes to it when no dice are left
SHARED = 0.194  # how much of that if another seat has as many open

# Throws
WORST = 0.227  # how much more seats count that have more to do
SECOND_THROW = 0.902  # what a second throw is expected to bring, as a part of what it would as the first
RECALL, RECALL_OPEN = 0.767, 1.126  # what a recall costs in the long run, and for each open row
JOKER = 0.026  # of use to another colour
AGAIN_WORTH, CALM_WORTH = 2.584, 1.355  # what help has to gain
