"""`ludothek bot` trusts neither the program nor the texts of a server."""

import sys

from ludothek.cli.external_program import MOST_LINE, MOST_NOTE, MOST_WAITING, ExternalProgram, printable


def test_escape_codes_do_not_reach_the_terminal() -> None:
    assert printable("\x1b[2J\x9b1mhello\r\n") == "?[2J?1mhello??"
    assert len(printable("a" * 10 * MOST_NOTE)) == MOST_NOTE


def test_a_program_that_writes_without_end_is_read_in_bounds() -> None:
    program = ExternalProgram([sys.executable, "-c", "while True: print('x' * 1000, end='')"], seconds=20)
    assert program.request() == {}
    assert program._lines.maxsize == MOST_WAITING
    assert len(program._lines.get(timeout=20)) <= MOST_LINE
    program._process.kill()
    while program._lines.get(timeout=20):
        pass  # until the reader has seen the end
    program.end()
    assert program._process.stdout
    program._process.stdout.close()
