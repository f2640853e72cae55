/** What the server shows of this game. Written by tools/typescript.py from the game's view.py: change that, not this. */

export type Thrown = {
  die: string;
  /** Null: it has yet to fall. */
  shows: number | "X" | null;
};

export type Dice = {
  at_hand: string[];
  thrown: Thrown[];
  lid: string[];
};

export type Chase = {
  recall: number;
  keep: number;
};

export type Help = {
  again: boolean;
  calm: boolean;
};

export type Field = {
  /** Null: a printed number. */
  colour: "Y" | "G" | "R" | "B" | null;
  number: number | null;
  least: number | null;
  most: number | null;
  /** Nothing can be written there any more. */
  dead: boolean;
};

export type Row = {
  kind: "equal" | "rising" | "climbing";
  /** What holds of the numbers to the left and to the right of one. */
  signs: string[];
  reward: number;
  complete: boolean;
  /** Begun and not full: it costs a step when the dice are taken back. */
  open: boolean;
  fields: Field[];
};

export type SeatView = {
  sheet: string;
  position: number;
  chameleons: number;
  open_tasks: number;
  writing: boolean;
  /** The numbers it may still use of this throw. */
  colours: Partial<Record<"Y" | "G" | "R" | "B", number>>;
  jokers: Record<string, number>;
  rows: Row[];
};

export type SafehouseView = {
  stage: "choose" | "roll" | "help" | "write" | "won" | "lost";
  thrower: number;
  safehouse: number;
  lead: number;
  pursuer: number;
  /** How far he would run. */
  chase: Chase;
  dice: Dice;
  help: Help;
  seats: SeatView[];
};
