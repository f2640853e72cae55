"""Fingers and keys as WebDriver describes them, for Firefox and WebKit."""

from typing import Any

KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Shift": "\ue008", "Space": " "} | {
    f"Arrow{way}": code
    for way, code in zip(("Left", "Up", "Right", "Down"), "\ue012\ue013\ue014\ue015", strict=True)
}
Sources = list[dict[str, Any]]


def tapping(x: float, y: float, milliseconds: int) -> Sources:
    return [_finger(0, [_move(x, y), _down(), {"type": "pause", "duration": milliseconds}, _up()])]


def pinching(x: float, y: float) -> Sources:
    def finger(number: int, side: int) -> dict[str, Any]:
        apart = [_move(x + side * far, y) for far in range(30, 100, 10)]
        return _finger(number, [_move(x + side * 20, y), _down(), *apart, _up()])

    return [finger(0, -1), finger(1, 1)]


def pressing(key: str) -> Sources:
    """Press a key, or several together, such as `Shift+Tab`."""
    codes = [KEYS.get(name, name) for name in key.split("+")]
    down = [{"type": "keyDown", "value": code} for code in codes]
    up = [{"type": "keyUp", "value": code} for code in reversed(codes)]
    return [{"type": "key", "id": "keyboard", "actions": down + up}]


def _finger(number: int, actions: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "type": "pointer",
        "id": f"finger{number}",
        "parameters": {"pointerType": "touch"},
        "actions": actions,
    }


def _move(x: float, y: float) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}


def _down() -> dict[str, Any]:
    return {"type": "pointerDown", "button": 0}


def _up() -> dict[str, Any]:
    return {"type": "pointerUp", "button": 0}
