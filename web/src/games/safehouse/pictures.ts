/** The pictures of Safehouse on a grid of 24. Colours, shapes and figures are those of the printed sheets. */
export type Colour = "Y" | "G" | "R" | "B" | "W";
export type Picture = [path: string, fill: string][];

export const INK = "#2a221d";

/** A full colour, and a pale one to write on. */
export const COLOURS: Record<Colour, { full: string; pale: string }> = {
  Y: { full: "#f2b632", pale: "#fef6df" },
  G: { full: "#5aa469", pale: "#ebf5ec" },
  R: { full: "#e0533d", pale: "#fdeae6" },
  B: { full: "#4f86c6", pale: "#e8f0f9" },
  W: { full: "#fbf4e6", pale: "#ffffff" },
};

/** The shape of each colour: star, triangle, heart, drop; the joker is a square. */
export const SHAPES: Record<Colour, string> = {
  Y: "M12 1L15.4 8.4L23.4 9.3L17.4 14.7L19.1 22.6L12 18.6L4.9 22.6L6.6 14.7L.6 9.3L8.6 8.4Z",
  G: "M12 2L23 21.5H1Z",
  R: "M12 22C4 16 1 12 1 7.5C1 3.5 4 2 6.5 2C9 2 11 3.5 12 6C13 3.5 15 2 17.5 2C20 2 23 3.5 23 7.5C23 12 20 16 12 22Z",
  B: "M12 1C16 7 20 11 20 15.5C20 20 16.5 23 12 23C7.5 23 4 20 4 15.5C4 11 8 7 12 1Z",
  W: "M2 2H22V22H2Z",
};

/** The sign of a colour, in the full or the pale colour. */
export const signOf = (colour: Colour, paint: "full" | "pale"): Picture => [[SHAPES[colour], COLOURS[colour][paint]]];

export const HOUSE: Picture = [
  ["M4 11V22H20V11Z", "#ffffff"],
  ["M1 12L12 2L23 12L21 14L12 6L3 14Z", "#c23b22"],
  ["M9.5 22V16C9.5 14 10.5 13 12 13C13.5 13 14.5 14 14.5 16V22Z", INK],
];

export const PURSUER: Picture = [
  ["M5 23C5 16 8 13.5 12 13.5C16 13.5 19 16 19 23Z", "#55504a"],
  [oval(12, 9.5, 4.2, 4.8), "#f3ddc8"],
  ["M3.5 7.5C6 8.8 18 8.8 20.5 7.5C18.5 6 17 6 16.4 6L15 1.5C13 .8 11 .8 9 1.5L7.6 6C7 6 5.5 6 3.5 7.5Z", INK],
  ["M7.8 9.3H11.2V11.2H7.8ZM12.8 9.3H16.2V11.2H12.8Z", INK],
];

export const CHAMELEON: Picture = [
  ["M8 15V19H11M15 15V19H18", "none"],
  [
    "M2 13C2 8 6 5 11 5C15 5 17 8 19.5 8C22 8 23 10.5 22.5 12.5C21.5 16 16 15 14 15H8C5.5 15 4 16 4 18C4 20 6.5 20.2 7 18.6" +
      "C7.1 17.8 6.3 17.3 5.8 17.8C5.8 23 1.5 22 2 13Z",
    "#bfe0c4",
  ],
  [oval(18.6, 11, 1.6, 1.6), "#ffffff"],
  [oval(19, 11, 0.6, 0.6), INK],
];

/** A die that rolls once more. */
export const AGAIN: Picture = [
  ["M21 12.5A9 9 0 1 1 18 5.3M18.6 .8V6H13.4", "none"],
  ["M8 8H16V16H8Z", "#fbf4e6"],
  [oval(10, 10, 0.8, 0.8) + oval(12, 12, 0.8, 0.8) + oval(14, 14, 0.8, 0.8), INK],
];

/** Night, with no figure running. */
export const CALM: Picture = [
  ["M15 3A9.5 9.5 0 1 0 21.5 15.5A8 8 0 0 1 15 3Z", "#f5d77a"],
  ["M15.5 6H20L15.5 11H20", "none"],
];

function oval(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
}
