/** A rectangle on the board; x and y are its top left corner. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
