"""Export the findings of a study as JSON, and its games as Parquet with a row for each."""

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludothek.bots.tally import Tally
from ludothek.core import Refusal
from ludothek.lab.findings import Findings
from ludothek.lab.study import Study, StudyGames

DRAMATIC = 40  # games whose drama `ludothek lab simulate` measures by default


def as_document(study: Study, found: Findings) -> dict[str, Any]:
    """Return a study, its command line and its findings as plain data."""
    return {"study": {**asdict(study), "command": command_line(study, found)}, "findings": asdict(found)}


def _without_infinity(value: Any) -> Any:
    """Replace infinities by None, since JSON has none; the interval of a single game is infinite."""
    if isinstance(value, dict):
        return {key: _without_infinity(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_infinity(inner) for inner in value]
    return None if isinstance(value, float) and math.isinf(value) else value


def command_line(study: Study, found: Findings) -> str:
    """Return the command line that repeats the study; a kit file is written as FILE."""
    words = [f"ludothek lab simulate {study.game} --games {found.games} --seats {study.seats}"]
    words += [
        f"--option {name}={value if isinstance(value, str) else json.dumps(value)}"
        for name, value in study.options.items()
    ]
    words += ["--kit FILE"] if study.figures is not None else []
    words += [f"--players {','.join(study.players)}"] if study.players != ("random",) else []
    words += [f"--seed {study.seed}"] if study.seed != 1 else []
    dramatic = found.tension.games if found.tension else 0
    words += [f"--drama {dramatic}"] if dramatic != min(DRAMATIC, found.games) else []
    return " ".join(words)


def write_json(path: Path, figures: Any) -> None:
    """Write figures as indented JSON."""
    write_file(path, (json.dumps(_without_infinity(figures), indent=1) + "\n").encode())


def write_parquet(path: Path, played: StudyGames) -> None:
    """Write a row for each game: its number, the fields of `Tally`, and score_0, score_1, …"""
    import pyarrow
    import pyarrow.parquet

    rows = played.rows
    columns = {"game": range(len(rows))} | {name: rows[name] for name in Tally.declared_fields()}
    columns |= {f"score_{seat}": played.scores[:, seat] for seat in range(played.scores.shape[1])}
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(
        pyarrow.table({name: pyarrow.array(column) for name, column in columns.items()}), sink
    )
    write_file(path, sink.getvalue().to_pybytes())


def check_parquet(path: Path | None) -> None:
    """Refuse a Parquet file if it cannot be written or pyarrow is not installed; None is accepted."""
    if path is not None and not find_spec("pyarrow"):
        raise Refusal("Parquet needs pyarrow; install it with: pip install 'ludothek[notebook]'")
    check_writable(path)


def check_writable(path: Path | None) -> None:
    """Refuse a file that cannot be written, before the work for it begins; None is accepted."""
    if path is None:
        return
    is_new = not path.exists()
    with _refusing_os_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
        if is_new:
            path.unlink()


def write_file(path: Path, content: bytes) -> None:
    """Write a file and its folder, or refuse with the reason."""
    with _refusing_os_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@contextmanager
def _refusing_os_errors(path: Path) -> Iterator[None]:
    """Turn an OSError into a refusal that names the path."""
    try:
        yield
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror}") from None
