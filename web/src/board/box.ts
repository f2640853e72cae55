/** A box on the board, from its top left corner. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
