"""Findings for other programs: JSON with every figure, and Parquet with a row for each game."""

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

DRAMATIC = 40  # games whose drama the command looks into, if nothing else is said


def described(study: Study, found: Findings) -> dict[str, Any]:
    """A study and all that was found."""
    return {"study": {**asdict(study), "command": command(study, found)}, "findings": asdict(found)}


def _bounded(value: Any) -> Any:
    """JSON has no infinity: an interval that a single game leaves open has no ends there."""
    if isinstance(value, dict):
        return {key: _bounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_bounded(inner) for inner in value]
    return None if isinstance(value, float) and math.isinf(value) else value


def command(study: Study, found: Findings) -> str:
    """What to type to have it all again; where a kit of one's own was used, its file is to be named."""
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
    """Figures and all that is made of them."""
    written(path, (json.dumps(_bounded(figures), indent=1) + "\n").encode())


def write_parquet(path: Path, played: StudyGames) -> None:
    """game, is_over, decisions, chances, options, widest, single, score_0, score_1 …"""
    import pyarrow
    import pyarrow.parquet

    rows = played.rows
    columns = {"game": range(len(rows))} | {name: rows[name] for name in Tally.declared_fields()}
    columns |= {f"score_{seat}": played.scores[:, seat] for seat in range(played.scores.shape[1])}
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(
        pyarrow.table({name: pyarrow.array(column) for name, column in columns.items()}), sink
    )
    written(path, sink.getvalue().to_pybytes())


def parquet_foreseen(path: Path | None) -> None:
    """As below; and it takes a library to write it."""
    if path is not None and not find_spec("pyarrow"):
        raise Refusal("Parquet needs pyarrow; install it with: pip install 'ludothek[notebook]'")
    foreseen(path)


def foreseen(path: Path | None) -> None:
    """Refuse a file that could not be written, before anybody has waited for what is to stand in it."""
    if path is None:
        return
    is_new = not path.exists()
    with _refused(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
        if is_new:
            path.unlink()


def written(path: Path, content: bytes) -> None:
    """A file that one asked for, or a refusal that says why there is none."""
    with _refused(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror}") from None
