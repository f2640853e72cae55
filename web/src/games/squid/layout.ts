/** A box on the board, from its top left corner. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Where things lie: the ring with the seats beside it, what one can do and what the piles hold below; on a phone all in one column. */
export interface Layout {
  width: number;
  height: number;
  ring: { x: number; y: number; r: number; largest: number; guard: number; card: Box };
  seats: Box[];
  /** Room for the viewer's choices; nobody chooses where the audience looks. */
  choices: Box | null;
  counts: Box;
}

const GAP = 8;

export function wide(seats: number, chooses: boolean): Layout {
  const h = Math.min(96, 446 / seats - GAP);
  const top = (446 - seats * (h + GAP)) / 2;
  return {
    width: 760,
    height: 574,
    ring: { x: 224, y: 224, r: 176, largest: 29, guard: 1.15, card: { x: -62, y: -42, w: 58, h: 80 } },
    seats: Array.from({ length: seats }, (_, seat) => ({ x: 464, y: top + seat * (h + GAP), w: 296, h })),
    choices: chooses ? { x: 0, y: 456, w: 448, h: 116 } : null,
    counts: chooses ? { x: 464, y: 456, w: 296, h: 116 } : { x: 180, y: 456, w: 400, h: 116 },
  };
}

export function narrow(seats: number, chooses: boolean): Layout {
  const rows = seats > 3 ? 2 : 1;
  const columns = Math.ceil(seats / rows);
  const w = (360 + 6) / columns - 6;
  const h = 70;
  const below = rows * (h + 6) + 346;
  return {
    width: 360,
    height: below + (chooses ? 108 : 0) + 98,
    ring: { x: 180, y: rows * (h + 6) + 172, r: 137, largest: 24, guard: 0.9, card: { x: -48, y: -31, w: 44, h: 61 } },
    seats: Array.from({ length: seats }, (_, seat) => ({ x: (seat % columns) * (w + 6), y: Math.floor(seat / columns) * (h + 6), w, h })),
    choices: chooses ? { x: 0, y: below, w: 360, h: 102 } : null,
    counts: { x: 0, y: below + (chooses ? 108 : 0), w: 360, h: 96 },
  };
}
