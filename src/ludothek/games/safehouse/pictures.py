"""The pictures of the printed Safehouse, on a grid of 24 units."""

from ludothek.printing.paper import INK, WHITE, Picture
from ludothek.printing.path import oval

# A colour is also a shape, so that a sheet in black and white can be played.
COLOURS: dict[str, tuple[str, str]] = {  # the colour, and a paler one to write on
    "Y": ("#f2b632", "#fef6df"),
    "G": ("#5aa469", "#ebf5ec"),
    "R": ("#e0533d", "#fdeae6"),
    "B": ("#4f86c6", "#e8f0f9"),
    "W": (WHITE, WHITE),
}
SHAPES = {
    "Y": "M12 1L15.4 8.4L23.4 9.3L17.4 14.7L19.1 22.6L12 18.6L4.9 22.6L6.6 14.7L.6 9.3L8.6 8.4Z",  # a star
    "G": "M12 2L23 21.5H1Z",  # a triangle
    # A heart
    "R": (
        "M12 22C4 16 1 12 1 7.5C1 3.5 4 2 6.5 2C9 2 11 3.5 12 6C13 3.5 15 2 17.5 2"
        "C20 2 23 3.5 23 7.5C23 12 20 16 12 22Z"
    ),
    "B": "M12 1C16 7 20 11 20 15.5C20 20 16.5 23 12 23C7.5 23 4 20 4 15.5C4 11 8 7 12 1Z",  # a drop
    "W": "M2 2H22V22H2Z",
}
HOUSE: Picture = [
    ("M4 11V22H20V11Z", WHITE),
    ("M1 12L12 2L23 12L21 14L12 6L3 14Z", "#c23b22"),
    ("M9.5 22V16C9.5 14 10.5 13 12 13C13.5 13 14.5 14 14.5 16V22Z", INK),
]
PURSUER: Picture = [
    ("M5 23C5 16 8 13.5 12 13.5C16 13.5 19 16 19 23Z", "#55504a"),
    (oval(12, 9.5, 4.2, 4.8), "#f3ddc8"),
    (
        "M3.5 7.5C6 8.8 18 8.8 20.5 7.5C18.5 6 17 6 16.4 6L15 1.5C13 .8 11 .8 9 1.5L7.6 6C7 6 5.5 6 3.5 7.5Z",
        INK,
    ),
    ("M7.8 9.3H11.2V11.2H7.8ZM12.8 9.3H16.2V11.2H12.8Z", INK),
]
CHAMELEON: Picture = [
    ("M8 15V19H11M15 15V19H18", None),
    (
        "M2 13C2 8 6 5 11 5C15 5 17 8 19.5 8C22 8 23 10.5 22.5 12.5C21.5 16 16 15 14 15H8"
        "C5.5 15 4 16 4 18C4 20 6.5 20.2 7 18.6"
        "C7.1 17.8 6.3 17.3 5.8 17.8C5.8 23 1.5 22 2 13Z",
        "#bfe0c4",
    ),
    (oval(18.6, 11, 1.6), WHITE),
    (oval(19, 11, 0.6), INK),
]
