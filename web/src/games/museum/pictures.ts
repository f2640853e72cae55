/**
 * The pictures of the museum on a grid of 24, as in the printed game (pictures.py): paths, each with its
 * fill.
 */
export type Picture = [outline: string, fill: string | null][];

export const INK = "#211c18";
const WHITE = "#ffffff";
const SKIN = "#f7dcc4";

const oval = (x: number, y: number, rx: number, ry = rx) => `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

const EYES: Picture = [
  [oval(9.6, 12.5, 0.7), INK],
  [oval(14.4, 12.5, 0.7), INK],
];
const SMILE: Picture = [["M9.5 15.6Q12 18 14.5 15.6", null]];

export const SYMBOLS: Record<string, Picture> = {
  fox: [
    ["M3 12L4.5 2L9.5 6.5H14.5L19.5 2L21 12L12 22Z", "#f08a4b"],
    ["M3 12L8.5 13.5L12 22ZM21 12L15.5 13.5L12 22Z", "#fff3e0"],
    [oval(8.6, 11, 0.8), INK],
    [oval(15.4, 11, 0.8), INK],
    ["M10.5 20.3H13.5L12 22Z", INK],
  ],
  torch: [
    ["M1.5 9.5H11.5V14.5H1.5Z", "#9aa0b8"],
    ["M11.5 9.5L15.5 6.5V17.5L11.5 14.5Z", "#ffe08a"],
    ["M5 11H8", null],
    ["M18 12H23M17.8 8.5L21.5 5.5M17.8 15.5L21.5 18.5", null],
  ],
  shoe: [
    ["M2 6.5C4 8 7 8 9.5 6.5C11 10.5 14 12.5 18.5 13C21.5 13.4 22.5 15 22.5 17.5H2Z", "#5aa469"],
    ["M1.5 17.5H22.5V20H1.5Z", WHITE],
    ["M10.3 9.5L12.2 8M12 11.6L13.8 9.9M14.3 13L15.8 11.4", null],
  ],
  cap: [
    ["M4 13C1.5 9 2 6 5 5.5C9 4 15 4 19 5.5C22 6 22.5 9 20 13Z", "#4f6fae"],
    ["M4 13H20V16H4Z", INK],
    ["M4 16H20C21 18.5 17 20 12 20C7 20 3 18.5 4 16Z", "#4f6fae"],
    [oval(12, 9, 2), "#ffe08a"],
  ],
  ida: [
    ["M6 10C2 11 1.5 16 3 20L6 18C5 15 6 14 8 13ZM18 10C22 11 22.5 16 21 20L18 18C19 15 18 14 16 13Z", "#c9622b"],
    [oval(12, 12.5, 6, 6.5), SKIN],
    ["M5.5 13C5 6 8 3.5 12 3.5C16 3.5 19 6 18.5 13C17 9.5 15 8.5 12 6.5C9 8.5 7 9.5 5.5 13Z", "#c9622b"],
    ...EYES,
    ...SMILE,
  ],
  dino: [
    [
      "M1.5 19C3.5 12.5 7.5 10.5 12 11C15 11.2 16 8.5 16 5.5C16 3 17.5 2 19.5 2.3C22.3 2.7 23 5.5 21 6.2C19.8 6.6 19.2 6.8 19.2 8.5C19.5 13.5 18.5 15.5 17.5 16.5V21H14.8V17.5H9.5V21H6.8V17.2C5 17 3 18 1.5 19Z",
      "#a9cf9f",
    ],
    [oval(19.3, 4.2, 0.6), INK],
  ],
};

export const HEADS: Record<string, Picture> = {
  eddie: [
    [oval(12, 13, 6, 6.5), SKIN],
    ["M5.5 12.5L4.5 6L8 7L9.5 3L12.3 6L15.5 3L16.5 7L20 6L18.5 12.5C16.5 8.8 7.5 8.8 5.5 12.5Z", "#7b5233"],
    [oval(9.4, 12.7, 2), null],
    [oval(14.6, 12.7, 2), null],
    ...EYES,
    ...SMILE,
  ],
  helene: [
    ["M4 22C4.5 18 4 14 4.5 10C5 4.5 8 2.5 12 2.5C16 2.5 19 4.5 19.5 10C20 14 19.5 18 20 22C15 23 9 23 4 22Z", "#f2cf63"],
    [oval(12, 12.8, 5.4, 6), SKIN],
    ["M6.5 12.5C6.5 7 10 5.5 12 5.5C14.5 5.5 17.5 7 17.5 12.5C15 11 12 9.5 10.5 7.5C10 9.5 8.5 11.5 6.5 12.5Z", "#f2cf63"],
    ...EYES,
    ...SMILE,
  ],
  jo: [
    ["M5 15C2 13.5 2 10 4 8.5C3.5 5.5 6 3.5 8.5 4C9.5 1.5 14.5 1.5 15.5 4C18 3.5 20.5 5.5 20 8.5C22 10 22 13.5 19 15Z", "#3b2a20"],
    [oval(12, 13.5, 5.6, 6), "#b98058"],
    ...EYES,
    ...SMILE,
  ],
  schoki: [
    [oval(12, 13, 6, 6.5), "#e8bf97"],
    ["M5.5 10.5C5.5 5 8.5 3 12 3C15.5 3 18.5 5 18.5 10.5Z", "#b5482f"],
    ["M10 10.5C10 8.8 19 8.3 23 10.5C22 12 12 12 10 10.5Z", "#b5482f"],
    ...EYES,
    ...SMILE,
  ],
  ida: SYMBOLS.ida!,
  guard: [
    [oval(12, 13, 5.8, 6.3), SKIN],
    ["M5 9C3 6 3.5 3.5 6 3C10 2 14 2 18 3C20.5 3.5 21 6 19 9Z", "#4f6fae"],
    ["M4.5 9H19.5C20.5 11 16 11.5 12 11.5C8 11.5 3.5 11 4.5 9Z", INK],
    [oval(12, 6, 1.4), "#ffe08a"],
    [oval(9.6, 13, 0.7), INK],
    [oval(14.4, 13, 0.7), INK],
    ["M12 15.3C10.5 14.8 8.5 15.3 7.5 17C9.5 17.3 11 17 12 16.3C13 17 14.5 17.3 16.5 17C15.5 15.3 13.5 14.8 12 15.3Z", INK],
  ],
  silas: [
    [oval(12, 12.5, 5.8, 6.5), SKIN],
    ["M5.8 13C4.5 6.5 7.5 3 13 3C17.5 3 19.7 6.5 18.2 13C17.8 10.5 17 9.2 16.2 8.6C13 9.6 9 9.2 7.8 8.2C7.4 10 6.4 11 5.8 13Z", "#5b3a22"],
    ...EYES,
    ...SMILE,
  ],
};

export const MOON: Picture = [
  ["M15.5 2.5C10 2 4 6 4 12C4 18 9 21.5 14.5 21.5C17.5 21.5 20 20 21 18.5C14 19 9.5 15.5 9.5 11C9.5 7 12 4 15.5 2.5Z", "#f9e6a8"],
];
export const LAMP: Picture = [
  ["M12 1V4M4.2 4.2L6.3 6.3M1 12H4M19.8 4.2L17.7 6.3M23 12H20M4.2 19.8L6.3 17.7M19.8 19.8L17.7 17.7M12 20V23", null],
  [oval(12, 12, 5.5), "#ffd84d"],
];
export const LOCK: Picture = [
  ["M7 11V8C7 1.5 17 1.5 17 8V11H14.5V8C14.5 5 9.5 5 9.5 8V11Z", "#b9b2a7"],
  ["M4 11H20V22H4Z", "#d9d3ca"],
  ["M12 15V18", null],
];
export const STEPS: Picture = [
  [oval(8, 14, 3.2, 5), INK],
  [oval(16.5, 7.5, 3.2, 5), INK],
  [oval(7.6, 21.6, 2.3, 1.6), INK],
  [oval(16.1, 15, 2.3, 1.6), INK],
];
const DIE: Picture = [
  ["M3 3H21V21H3Z", "#2f62b3"],
  ["M6.5 6.5H17.5V17.5H6.5Z", WHITE],
];
const TURN: Picture = [["M5 15C2 8 7 3 12.5 3C17 3 20 6 20.5 10M20.5 10L23 6.5M20.5 10L16.5 8.5", null]];
const FORWARD: Picture = [["M2 9H13V4L22 12L13 20V15H2Z", "#bfe0c4"]];
const BACK: Picture = [["M22 9H11V4L2 12L11 20V15H22Z", "#f6c9c0"]];

/** The pictures of a card, side by side; `turns`: with an arrow above each. */
export const CARDS: Record<string, { shows: Picture[]; turns?: Picture }> = {
  guard_back: { shows: [BACK, HEADS.guard!] },
  guard_stays: { shows: [HEADS.guard!, LOCK] },
  ida_step: { shows: [SYMBOLS.ida!, FORWARD] },
  light1: { shows: [LAMP] },
  light2: { shows: [LAMP, LAMP] },
  turn1: { shows: [DIE], turns: TURN },
  turn2: { shows: [DIE, DIE], turns: TURN },
  reroll1: { shows: [SYMBOLS.cap!], turns: TURN },
  reroll2: { shows: [SYMBOLS.cap!, SYMBOLS.cap!], turns: TURN },
  steps2: { shows: [SYMBOLS.shoe!, SYMBOLS.shoe!] },
  steps3: { shows: [SYMBOLS.shoe!, SYMBOLS.shoe!, SYMBOLS.shoe!] },
};
