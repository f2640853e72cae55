/** What goes over the wire: the shapes of the server's interface (its OpenAPI document is at /schema/openapi.json). */

export type Language = "de" | "en";
export type SeatLabel = number | "chance";
export type Phase = "waiting" | "playing" | "over";

export interface Me {
  id: string;
  name: string;
}

/** The part of JSON Schema that options are written in. */
export interface OptionSchema {
  type?: "integer" | "boolean" | "string";
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  default?: OptionValue;
}

export type OptionValue = string | number | boolean;
export type Options = Record<string, OptionValue>;

export interface OptionsSchema {
  type: "object";
  properties: Record<string, OptionSchema>;
}

export interface Game {
  id: string;
  title: string;
  tagline: string;
  kind: string;
  seats: [number, number];
  box: string;
  age: number | null;
  minutes: number | null;
  levels: string[];
  options: OptionsSchema;
  pace: OptionsSchema;
  has_kit: boolean;
  has_chance: boolean;
  has_windows: boolean;
  /** All win or lose as one. */
  together: boolean;
  has_print: boolean;
  has_puzzles: boolean;
}

export type GameTexts = Record<string, string>;

export interface ChatPhrase {
  phrase: string;
  text: string;
}

/** What a game's box holds: numbers, words, and groups of them. Their shape is the game's own affair. */
export type KitValue = string | number | KitValue[] | { [name: string]: KitValue };
export type Kit = Record<string, KitValue>;

export interface GameDetails extends Game {
  rules: string;
  kit: Kit | null;
  texts: GameTexts;
  phrases: ChatPhrase[];
}

/** A position to go on from, with a goal. */
export interface Puzzle {
  name: string;
  grade: number;
  difficulty: number;
  goal: string;
  moves: [SeatLabel, string][];
}

/** A position that shows how a game is played. */
export interface Figure {
  view: View;
  viewer: number | null;
  seats: number;
  over: boolean;
}

export type SeatWish = { kind: "me"; name?: string } | { kind: "bot"; level: string } | { kind: "open" };

export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Options;
  kit?: Kit | null;
  pace?: Options;
  name?: string;
  companion?: boolean;
  public?: boolean;
  child_safe?: boolean;
  clock?: boolean | null;
  hints?: boolean | null;
  /** Of a record, to go on from. */
  moves?: [SeatLabel, string][];
}

/** How much advice a seat wants. */
export type Help = "silent" | "warn" | "advise" | "play_along";

export interface Hint {
  move: string;
  label: string;
  /** The chance to win, from 0 to 1. */
  value: number | null;
  /** The same in words. */
  worth: string | null;
  reason: string | null;
}

export interface Warning {
  chosen: Hint;
  better: Hint;
}

export interface Seat {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  level: string | null;
  host: boolean;
  owned: boolean;
  help: Help;
}

export interface Summary {
  id: string;
  game: string;
  title: string;
  name: string;
  phase: Phase;
  version: number;
  public: boolean;
  child_safe: boolean;
  companion: boolean;
  created: string;
  changed: string;
  seats: Seat[];
  mine: number[];
  host: boolean;
  to_act: SeatLabel[];
  my_turn: boolean;
  rematch: string | null;
}

export interface Move {
  move: string;
  label: string;
  /** Server time before which the move is not accepted. */
  from?: number;
}

export interface TableEvent {
  version: number;
  kind: "move" | "take_back" | "chat" | "join" | "leave" | "start" | "bot" | "back" | "rematch" | "hint" | "help" | "over";
  seat: SeatLabel | null;
  at: number;
  lines: string[];
}

export interface TimeWindow {
  kind: string;
  opened: number;
  ends: number;
}

export interface Outcome {
  scores: number[];
  reason: string;
  headline: string;
  [own: string]: unknown;
}

/** What a game lets this viewer see. Its shape is the game's own affair, and that of the game's board. */
export type View = Record<string, unknown>;

export interface TableFrame {
  type: "table";
  table: string;
  game: string;
  since: number;
  version: number;
  viewer: number | null;
  language: Language;
  phase: Phase;
  name: string;
  companion: boolean;
  child_safe: boolean;
  public: boolean;
  clock: boolean;
  /** Whether this table has hints. */
  hints: boolean;
  seats: Seat[];
  view: View;
  lines: string[];
  to_act: SeatLabel[];
  prompt: string | null;
  status: string;
  moves: Move[];
  chance_moves: Move[];
  chosen: string | null;
  window: TimeWindow | null;
  now: number;
  /** The seat whose last move may be taken back, whoever looks. */
  take_back: number | null;
  private: number[];
  events: TableEvent[];
  outcome: Outcome | null;
  commitment: string;
  seed: string | null;
  rematch: string | null;
}

export interface YouFrame {
  type: "you";
  id: string;
  name: string;
  host: boolean;
  viewer: number | null;
  seats: { seat: number; token: string }[];
}

export interface HereFrame {
  type: "here";
  seats: boolean[];
  watching: number;
  /** Bots that think for the first time: by seat, the number of the rule that they are compiling. */
  getting_ready: Record<string, number>;
}

export type Done = { ok: true; id: string; version: number; table?: string; seat?: number; hints?: Hint[]; warning?: Warning };
export type Answer = Done | ({ id: string | null } & Refusal);
export type AnswerFrame = { type: "answer" } & Answer;
export type ServerFrame = TableFrame | YouFrame | HereFrame | AnswerFrame | { type: "pong"; now: number } | { type: "closing" };

export interface Refusal {
  ok: false;
  code: string;
  error: string;
  detail?: string;
  retry_in_ms?: number;
}

/** What a person may do at a table; the live connection adds the id that makes doing it twice harmless. */
export type Action =
  | { do: "join"; seat?: number; name?: string }
  | { do: "leave"; seat?: number }
  | { do: "start"; fill?: string }
  | { do: "seat_bot"; seat: number; level: string }
  | { do: "seat_back"; seat: number }
  | { do: "move"; seat: SeatLabel; token: string; version: number; move: string }
  | { do: "take_back"; seat: number; token: string; version: number }
  | { do: "chat"; phrase: string; seat?: number }
  | { do: "chat"; text: string; seat?: number }
  | { do: "help"; seat: number; help: Help }
  | { do: "hint"; seat: number; token: string; version: number }
  | { do: "check"; seat: number; token: string; version: number; move: string }
  | { do: "rematch" };

export interface ReplayStep {
  number: number;
  seat: SeatLabel | null;
  move: string | null;
  view: View;
  lines: string[];
  events: string[];
}

export interface Replay {
  game: string;
  title: string;
  name: string;
  seats: Seat[];
  outcome: Outcome;
  record: unknown;
  viewer: number | null;
  steps: ReplayStep[];
}

export interface Draw {
  number: number;
  weights: Record<string, number>;
  move: string;
}

export interface ChanceProof {
  commitment: string;
  seed: string | null;
  companion: boolean;
  correct: boolean | null;
  draws: Draw[];
}
