"""The end of whatever was started in a terminal."""

import signal

import pexpect


def end(process: "pexpect.spawn[str]") -> None:
    """Wait without a limit: pexpect itself gives up a tenth of a second after it has killed a process."""
    if process.isalive():
        process.kill(signal.SIGKILL)
        process.wait()
    process.close()
