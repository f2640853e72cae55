"""Fault injection at two processes on one PostgreSQL, for any duration: bench/faults.py --minutes 60

What was acknowledged and shown is compared with the journals: tests/server/faults.py lists the invariants.
"""

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.faults import survived
from tests.server.postgres import postgres

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--pairs", type=int, default=3, help="of people who play")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    asked = parser.parse_args()
    with postgres() as address:
        seen = survived(address, asked.minutes * 60, asked.seed, asked.pairs)
    print(json.dumps({"minutes": asked.minutes, "seed": asked.seed} | seen, indent=1))
    sys.exit(1 if seen["wrong"] else 0)
