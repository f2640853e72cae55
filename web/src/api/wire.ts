/**
 * What goes over the wire. Written by tools/typescript.py from the server's own types: change those, not this.
 * The front end's names for these, and the narrower types in them, are in types.ts.
 */

import type { Curtain, EventKind, Help, Kit, Language, Options, OptionsSchema, Outcome, Phase, SeatLabel, View } from "./types";

export interface Me {
  id: string;
  name: string;
}

export interface Naming {
  name: string;
}

/** Something that a person did at a table. */
export interface KeptEntry {
  at: string;
  kind: string;
  seat: number | null;
  text: string;
}

export interface KeptAtTable {
  id: string;
  game: string;
  title: string;
  name: string;
  phase: Phase;
  created: string;
  entries: KeptEntry[];
}

/** All that is kept of a person. */
export interface Kept {
  id: string;
  name: string;
  tables: KeptAtTable[];
  chat_days: number;
  unfinished_days: number;
}

export interface SeatShape {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  level: string | null;
  host: boolean;
  owned: boolean;
  help: Help;
}

export interface SeatWish {
  kind: "me" | "bot" | "open";
  name?: string | null;
  level?: string | null;
}

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
  moves?: [SeatLabel, string][];
}

export interface Opened {
  id: string;
  version: number;
  phase: Phase;
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
  seats: SeatShape[];
  mine: number[];
  host: boolean;
  to_act: SeatLabel[];
  my_turn: boolean;
  rematch: string | null;
}

export interface Commitment {
  commitment: string;
}

export interface TableInfo extends Summary {
  options: Options;
  pace: Options;
  kit: Kit | null;
  clock: boolean;
  hints: boolean;
  chance: Commitment;
}

export interface TableList {
  tables: Summary[];
}

export interface PhraseShape {
  phrase: string;
  text: string;
}

export interface GameShape {
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
  has_print: boolean;
  has_puzzles: boolean;
  together: boolean;
  board: string | null;
  guide: string | null;
}

export interface GamePage extends GameShape {
  rules: string;
  kit: Kit | null;
  texts: Record<string, string>;
  phrases: PhraseShape[];
}

export interface FigureShape {
  view: View;
  before: View | null;
  viewer: number | null;
  seats: number;
  over: boolean;
}

export interface FigureList {
  figures: Record<string, FigureShape>;
}

export interface PuzzleShape {
  name: string;
  grade: number;
  difficulty: number;
  goal: string;
  goal_cell: string;
  moves: [SeatLabel, string][];
}

export interface PuzzleList {
  puzzles: PuzzleShape[];
}

export interface GameList {
  games: GameShape[];
}

export interface MoveShape {
  move: string;
  label: string;
  from?: number;
}

/** One thing that happened, as data: the key of its sentence, and what stands in its gaps. */
export interface Happening {
  key: string;
  values: Record<string, unknown>;
}

export interface EventShape {
  version: number;
  kind: EventKind;
  seat: SeatLabel | null;
  at: number;
  lines: string[];
  happened: Happening[];
}

export interface WindowShape {
  kind: string;
  opened: number;
  ends: number;
}

/** The games that the same people have played one after the other: how many, and how many each seat has won. */
export interface Series {
  played: number;
  won: number[];
}

/** The whole present view of a table for one viewer in one language; only the events are a difference. */
export interface Frame {
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
  hints: boolean;
  seats: SeatShape[];
  view: View;
  before: View | null;
  lines: string[];
  to_act: SeatLabel[];
  prompt: string | null;
  status: string;
  moves: MoveShape[];
  falls: MoveShape[][];
  chosen: string | null;
  window: WindowShape | null;
  now: number;
  take_back: number | null;
  waits_for: number[];
  tellers: number[];
  curtain: Curtain;
  events: EventShape[];
  standing: number[] | null;
  series: Series;
  outcome: Outcome | null;
  commitment: string;
  seed: string | null;
  rematch: string | null;
}

export interface HeldSeat {
  seat: number;
  token: string;
}

export interface You {
  type: "you";
  id: string;
  name: string;
  host: boolean;
  viewer: number | null;
  seats: HeldSeat[];
}

export interface Here {
  type: "here";
  seats: boolean[];
  watching: number;
  getting_ready: Record<string, number>;
}

export interface Pong {
  type: "pong";
  now: number;
}

export interface Closing {
  type: "closing";
}

/** A move with its value (the chance to win from 0 to 1), the value in words, and why. */
export interface HintShape {
  move: string;
  label: string;
  value: number | null;
  worth: string | null;
  reason: string | null;
}

/** A move that is much worse than another one. */
export interface WarningShape {
  chosen: HintShape;
  better: HintShape;
}

/** The answer to an action that was carried out. */
export interface Done {
  ok: true;
  id: string;
  version: number;
  seat?: number;
  table?: string;
  hints?: HintShape[];
  warning?: WarningShape;
}

/** A kit to be checked: its figures, or the text of a kit file. */
export interface KitWish {
  kit?: Kit | null;
  source?: string | null;
}

/** A kit that is good: its figures, and the same as a kit file. */
export interface KitFile {
  kit: Kit;
  source: string;
}

/** Where others can reach this server; and to somebody at its own machine, where they could be let in. */
export interface DoorShape {
  addresses: string[];
  candidates: string[];
  may_open: boolean;
}

export interface DoorWish {
  address: string;
}

/** The answer to whatever was refused. */
export interface Trouble {
  ok: false;
  code: string;
  error: string;
  id?: string;
  detail?: string;
  retry_in_ms?: number;
}

export interface Step {
  number: number;
  seat: SeatLabel | null;
  move: string | null;
  view: View;
  lines: string[];
  events: string[];
  happened: Happening[];
}

export interface Replay {
  game: string;
  title: string;
  name: string;
  seats: SeatShape[];
  outcome: Outcome | null;
  record: Record<string, unknown>;
  viewer: number | null;
  steps: Step[];
}

/** Of one side, in chances to win: result - start = luck + own + others. */
export interface ReviewBalance {
  start: number;
  result: number;
  luck: number;
  own: number;
  others: number;
}

/** A move after which the chances were others, by side. */
export interface ReviewMoment {
  number: number;
  cause: "decision" | "luck";
  seat: number | null;
  change: number[];
  text: string;
}

/** A move that somebody chose, by what that seat could know then. */
export interface ReviewDecision {
  number: number;
  seat: number;
  grade: "best" | "good" | "weak" | "mistake";
  got: number;
  best: number;
  made: string;
  better: string | null;
  why: string | null;
}

/** A game looked at again. Sides are the seats, or one for a team. */
export interface ReviewShape {
  part: number;
  curve: number[][];
  balances: ReviewBalance[];
  moments: ReviewMoment[];
  decisions: ReviewDecision[];
}

export interface Try {
  moves: number;
}

export interface Draw {
  number: number;
  weights: Record<string, number>;
  move: string;
}

export interface ChanceCheck {
  commitment: string;
  seed: string | null;
  companion: boolean;
  draws: Draw[];
  correct: boolean | null;
}

export interface Health {
  ok: boolean;
  version: string;
  database: string;
  tables: number;
  connections: number;
}

export interface JoinAction {
  do: "join";
  id: string;
  seat?: number | null;
  name?: string | null;
}

export interface LeaveAction {
  do: "leave";
  id: string;
  seat?: number | null;
}

export interface StartAction {
  do: "start";
  id: string;
  fill?: string | null;
}

export interface SeatBotAction {
  do: "seat_bot";
  id: string;
  seat: number;
  level: string;
}

export interface SeatBackAction {
  do: "seat_back";
  id: string;
  seat: number;
}

export interface MoveAction {
  do: "move";
  id: string;
  seat: number;
  token: string;
  version: number;
  move: string;
}

/** What was rolled or drawn with the box on the table, in the order in which it fell. */
export interface TellAction {
  do: "tell";
  id: string;
  token: string;
  version: number;
  moves: string[];
}

export interface TakeBackAction {
  do: "take_back";
  id: string;
  seat: number;
  token: string;
  version: number;
}

/** Whoever asks has seen enough of what the table waits for. */
export interface ReadyAction {
  do: "ready";
  id: string;
}

export interface ChatAction {
  do: "chat";
  id: string;
  phrase?: string | null;
  text?: string | null;
  seat?: number | null;
}

export interface RematchAction {
  do: "rematch";
  id: string;
}

export interface HelpAction {
  do: "help";
  id: string;
  seat: number;
  help: Help;
}

export interface HintAction {
  do: "hint";
  id: string;
  seat: number;
  token: string;
  version: number;
}

export interface CheckAction {
  do: "check";
  id: string;
  seat: number;
  token: string;
  version: number;
  move: string;
}

export interface LookWish {
  do: "look";
  seat?: number | null;
}

export interface SpeakWish {
  do: "language";
  language: string;
}

export interface SyncWish {
  do: "sync";
  since?: number;
}

export interface PingWish {
  do: "ping";
}

export interface GoWish {
  do: "go";
  id: string;
  table: string;
}

export type AnyAction =
  | JoinAction
  | LeaveAction
  | StartAction
  | SeatBotAction
  | SeatBackAction
  | MoveAction
  | TellAction
  | TakeBackAction
  | ReadyAction
  | ChatAction
  | RematchAction
  | HelpAction
  | HintAction
  | CheckAction;
