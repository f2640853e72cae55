/** The shape of each seat, on a grid of 40, so that colour is never the only difference. */
export const SEAT_SHAPES = [
  "M20 2a18 18 0 1 1 0 36 18 18 0 0 1 0-36Z",
  "M8 3h24a5 5 0 0 1 5 5v24a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Z",
  "M20 1l19 19-19 19L1 20Z",
  "M11 2h18l10 18-10 18H11L1 20Z",
  "M13 2h14l11 11v14L27 38H13L2 27V13Z",
  "M20 2l18 13.5-7 21.5H9L2 15.5Z",
];
