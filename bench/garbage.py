"""Send a million malformed lines to the referee and check that each gets one answer line.


python bench/garbage.py [LINES]
"""

import json
import random
import subprocess
import sys
import threading
import time

from tests.cli.test_referee import garbage


def main() -> None:
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    process = subprocess.Popen(
        [sys.executable, "-m", "ludothek", "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def send() -> None:
        rng = random.Random(1)
        assert process.stdin is not None
        for _ in range(lines):
            process.stdin.write(garbage(rng) + b"\n")
        process.stdin.close()

    begun = time.perf_counter()
    sender = threading.Thread(target=send)
    sender.start()
    answered = refused = 0
    for answer in process.stdout:
        answered += 1
        refused += not json.loads(answer)["ok"]
    sender.join()
    took = time.perf_counter() - begun
    print(
        f"{lines} lines sent, {answered} answered ({refused} refused), "
        f"exit status {process.wait()}, {took:.0f} s"
    )
    sys.exit(answered != lines or process.returncode != 0)


if __name__ == "__main__":
    main()
