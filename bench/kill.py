"""Kill the server with SIGKILL at random moments of live games, and count lost acknowledged moves.


python bench/kill.py [times]
"""

import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.killing import killed_at_random

if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="ludothek-kill-") as folder:
        seen = killed_at_random(
            Path(folder) / "tables.db", times=int(sys.argv[1]) if len(sys.argv) > 1 else 100
        )
    print(json.dumps(seen))
    sys.exit(1 if seen["missing"] else 0)
