/**
 * What goes over the wire. Written by tools/typescript.py from the server's own types: change those, not this.
 * The front end's names for these, and the narrower types in them, are in types.ts.
 */

import type { Curtain, EventKind, Help, Kit, Language, Options, OptionsSchema, Outcome, Phase, SeatLabel, View } from "./types";

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
  labels?: Record<string, string>;
}

/** The answer to a refused request or action. */
export interface Trouble {
  ok: false;
  code: string;
  error: string;
  id?: string;
  detail?: string;
  retry_in_ms?: number;
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
  has_clocks: boolean;
  has_print: boolean;
  has_trial: boolean;
  has_puzzles: boolean;
  together: boolean;
  begins: "first" | "lot" | "youngest";
  board: string | null;
  guide: string | null;
}

export interface GamePage extends GameShape {
  rules: string;
  kit: Kit | null;
  texts: Record<string, string>;
  phrases: PhraseShape[];
}

export interface GameList {
  games: GameShape[];
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

/** A kit to check: its figures, or the text of a kit file. */
export interface KitRequest {
  kit?: Kit | null;
  source?: string | null;
}

/** A valid kit: its figures, and the same as a kit file. */
export interface KitFile {
  kit: Kit;
  source: string;
}

/** A kit to try with a number of seats; with a `figure` of it, also with other values there. */
export interface KitTrialRequest {
  seats: number;
  kit?: Kit | null;
  options?: Options;
  figure?: string | null;
}

/** The start of a game: the value of the figure, and the packed kit and first state in base64. */
export interface KitTrialStart {
  value: number | null;
  kit: string;
  start: string;
}

/** The input of the game's compiled program that plays many games, as `ludothek lab sweep` does. */
export interface KitTrial {
  program: string;
  described: Record<string, unknown>;
  seed: number;
  longest: number;
  by_guide: boolean;
  starts: KitTrialStart[];
  why: string | null;
}

/** The challenge that a table belongs to. */
export interface ChallengeMark {
  date: string;
  counted: boolean;
  goal: string;
}

export interface ChallengeShape {
  game: string;
  title: string;
  kind: "puzzle" | "team" | "duel" | "";
  seats: number;
  seat: number;
  level: string | null;
  grade: number | null;
  here: boolean;
}

/** A person's counted try. */
export interface TryShape {
  game: string;
  date: string;
  table: string;
  on_day: boolean;
  outcome: "won" | "drawn" | "lost" | "left" | null;
  moves: number;
  score: number | null;
}

/** The challenges of a day, equal for everybody, and the person's counted tries of all days. */
export interface ChallengeDay {
  date: string;
  number: number;
  today: string;
  first: string;
  next_in_ms: number;
  streak: number;
  longest: number;
  challenges: ChallengeShape[];
  tries: TryShape[];
}

export interface DeviceShape {
  id: string;
  label: string;
  made: string;
  seen: string;
  here: boolean;
}

export interface PasskeyShape {
  id: string;
  label: string;
  made: string;
}

/** The devices of a person, and the ways to add another. */
export interface DeviceList {
  devices: DeviceShape[];
  phrase: boolean;
  passkeys: PasskeyShape[];
}

export interface JoinLink {
  token: string;
  until: number;
}

export interface RecoveryPhrase {
  phrase: string;
}

export interface PasskeyOptions {
  options: Record<string, unknown>;
}

export interface NewPasskey {
  credential: Record<string, unknown>;
}

export interface JoinLinkRequest {
  link: string;
}

/** The person of a link, and what would happen to the person on this device. */
export interface JoinPreview {
  name: string;
  until: number;
  leaving: string;
  tables: number;
}

/** Become a person on this device too, by exactly one of link, phrase and passkey. */
export interface JoinRequest {
  link?: string | null;
  phrase?: string | null;
  passkey?: Record<string, unknown> | null;
  bring?: boolean;
}

export interface JoinedAs {
  id: string;
  name: string;
  kept: Record<string, string>;
  brought: number;
}

export interface MoveShape {
  move: string;
  label?: string;
  from?: number;
}

/** An event as data: the key of its sentence, and the values of its placeholders. */
export interface EventData {
  key: string;
  values: Record<string, unknown>;
}

export interface EventShape {
  version: number;
  kind: EventKind;
  seat: SeatLabel | null;
  at: number;
  lines: string[];
  happened: EventData[];
}

export interface WindowShape {
  kind: string;
  opened: number;
  ends: number;
}

/** Personal clocks: milliseconds left by seat at the time `since`, and the seat whose clock is running. */
export interface ClocksShape {
  left: number[];
  running: number | null;
  since: number;
}

/** The score of consecutive games of the same people: games played, and games won by seat. */
export interface SeriesScore {
  played: number;
  won: number[];
}

/** The complete view of a table for one viewer in one language; only events are incremental. */
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
  clocks: ClocksShape | null;
  hints: boolean;
  patience: number;
  challenge: ChallengeMark | null;
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
  earlier: boolean;
  standing: number[] | null;
  series: SeriesScore;
  outcome: Outcome | null;
  commitment: string;
  seed: string | null;
  rematch: string | null;
}

/** A page of older log events. */
export interface LogPage {
  events: EventShape[];
  earlier: boolean;
}

export interface HeldSeat {
  seat: number;
  token: string;
}

export interface OwnSeats {
  type: "you";
  id: string;
  name: string;
  host: boolean;
  viewer: number | null;
  seats: HeldSeat[];
}

export interface PeoplePresent {
  type: "here";
  seats: boolean[];
  watching: number;
  watchers: string[];
  getting_ready: Record<string, number>;
}

export interface Pong {
  type: "pong";
  now: number;
}

export interface ClosingNotice {
  type: "closing";
}

/** A channel through which a person gets notices. */
export interface ChannelShape {
  id: string;
  kind: "push" | "mail" | "hook";
  address: string;
  here: boolean;
  confirmed: boolean;
  trouble: string | null;
  stopped: boolean;
}

/** When and through which channels a person gets notices. */
export interface NoticeSettings {
  on: boolean;
  quiet_from: number;
  quiet_to: number;
  zone: string;
  ways: ChannelShape[];
  push_key: string;
  mail: boolean;
}

export interface NoticeSettingsRequest {
  on: boolean;
  quiet_from?: number;
  quiet_to?: number;
  zone?: string;
}

/** The push subscription of a browser. */
export interface PushRequest {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface MailRequest {
  address: string;
}

export interface WebHookRequest {
  address: string;
  form?: "json" | "ntfy";
}

/** Whether a person gets notices about a table. */
export interface TableNotices {
  on: boolean;
}

export interface ConfirmRequest {
  token: string;
}

export interface NoticesStopped {
  table: string;
}

export interface Me {
  id: string;
  name: string;
  known?: boolean;
  signed_out?: boolean;
}

export interface NameRequest {
  name: string;
}

export interface RememberPagesRequest {
  kept: Record<string, string>;
}

/** An entry of a person in the journal of a table. */
export interface PersonalEntry {
  at: string;
  kind: string;
  seat: number | null;
  text: string;
}

export interface PersonalTable {
  id: string;
  game: string;
  title: string;
  name: string;
  phase: Phase;
  created: string;
  entries: PersonalEntry[];
}

/** All data stored about a person. */
export interface PersonalData {
  id: string;
  name: string;
  tables: PersonalTable[];
  devices: DeviceShape[];
  passkeys: PasskeyShape[];
  phrase: boolean;
  pages: Record<string, string>;
  calls: NoticeSettings;
  challenges: TryShape[];
  rated: boolean;
  chat_days: number;
  unfinished_days: number;
}

export interface ReplayStep {
  number: number;
  seat: SeatLabel | null;
  move: string | null;
  view: View;
  lines: string[];
  events: string[];
  happened: EventData[];
}

export interface Replay {
  game: string;
  title: string;
  name: string;
  seats: SeatShape[];
  outcome: Outcome | null;
  record: Record<string, unknown>;
  viewer: number | null;
  steps: ReplayStep[];
}

/** The balance of one side, in winning chances: result - start = luck + own + others. */
export interface ReviewBalance {
  start: number;
  result: number;
  luck: number;
  own: number;
  others: number;
}

/** A move that changed the winning chances, by side. */
export interface ReviewMoment {
  number: number;
  cause: "decision" | "luck";
  seat: number | null;
  change: number[];
  text: string;
}

/** A player's move, graded by what the seat could know at the time. */
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

/** How predictable a seat was in simultaneous choices, and what opponents could gain from it. */
export interface ReviewReading {
  seat: number;
  choices: number;
  foreseen: number;
  guessed: number;
  read: number;
  unread: number;
  text: string;
}

/** The review of a game. Sides are the seats, or one for a team. */
export interface ReviewShape {
  part: number;
  curve: number[][];
  left: number[];
  balances: ReviewBalance[];
  moments: ReviewMoment[];
  decisions: ReviewDecision[];
  readable: ReviewReading[];
  by_clock: boolean;
}

export interface RetryRequest {
  moves: number;
}

export interface Draw {
  number: number;
  weights: Record<string, number>;
  move: string;
}

/** An earlier seed, from the time when the table was on another device or server. */
export interface SeedBefore {
  until: number;
  commitment: string;
  seed: string | null;
}

/** The draw of the first player; its seed uses `name` in place of a move's number. */
export interface Lot {
  name: string;
  weights: Record<string, number>;
  drawn: string;
}

export interface ChanceCheck {
  commitment: string;
  seed: string | null;
  companion: boolean;
  draws: Draw[];
  correct: boolean | null;
  before: SeedBefore[];
  contributions: string[];
  lot: Lot;
}

/** The addresses of this server; on its own machine also those at which it could be opened. */
export interface LanAccessShape {
  addresses: string[];
  candidates: string[];
  may_open: boolean;
}

export interface LanAccessRequest {
  address: string;
}

export interface Health {
  ok: boolean;
  version: string;
  database: string;
  tables: number;
  connections: number;
}

export interface TallyShape {
  played: number;
  won: number;
  drawn: number;
  lost: number;
  narrow: number;
}

/** Results of games with a common property: number of seats, opponents, companion games, challenges. */
export interface TallyGroup {
  by: "seats" | "level" | "people" | "box" | "challenge";
  name: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
}

/** The first move that the person chooses most often. */
export interface FavouriteOpening {
  move: string;
  played: number;
  won: number;
}

export interface BestGame {
  table: string;
  ended: string;
  moves: number;
  score: number | null;
}

export interface Month {
  month: string;
  played: number;
  won: number;
}

export interface GameStatistics {
  game: string;
  title: string;
  all: TallyShape;
  streak: number;
  longest: number;
  groups: TallyGroup[];
  opening: FavouriteOpening | null;
  best: BestGame | null;
  worst: TallyGroup | null;
  last: string[];
}

/** Statistics of the person's games. */
export interface Statistics {
  waiting: number;
  all: TallyShape;
  games: GameStatistics[];
  months: Month[];
}

/** A person who opted in to ratings, or a bot of known strength. */
export interface Champion {
  name: string;
  level: string | null;
  points: number;
  low: number;
  high: number;
  games: number;
  mine: boolean;
}

export interface ChampionList {
  rated: boolean;
  games: Record<string, string>;
  game: string;
  champions: Champion[];
}

export interface RatedRequest {
  rated: boolean;
}

export interface SeatShape {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  level: string | null;
  host: boolean;
  owned: boolean;
  help: Help;
  away: boolean;
}

export interface SeatRequest {
  kind: "me" | "bot" | "open";
  name?: string | null;
  level?: string | null;
}

/** The time of each personal clock in seconds: at the start, and added after each move. */
export interface Allowance {
  seconds: number;
  increment?: number;
}

export interface NewTable {
  game: string;
  seats: SeatRequest[];
  options?: Options;
  kit?: Kit | null;
  pace?: Options;
  name?: string;
  companion?: boolean;
  public?: boolean;
  child_safe?: boolean;
  clock?: boolean | null;
  allowance?: Allowance | null;
  hints?: boolean | null;
  patience?: number;
  begins?: string;
  moves?: [SeatLabel, string][];
  contribution?: string | null;
}

export interface OpenedTable {
  id: string;
  version: number;
  phase: Phase;
}

export interface TableSummary {
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

export interface TableInfo extends TableSummary {
  options: Options;
  pace: Options;
  kit: Kit | null;
  clock: boolean;
  allowance: Allowance | null;
  hints: boolean;
  patience: number;
  chance: Commitment;
}

export interface TableList {
  tables: TableSummary[];
}

export interface JoinAction {
  do: "join";
  id: string;
  seat?: number | null;
  name?: string | null;
  contribution?: string | null;
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
  begins?: string;
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

/** Chance moves that people rolled or drew from the box, in order. */
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

/** The person needs no more reading time. */
export interface ReadyAction {
  do: "ready";
  id: string;
}

/** The person is away, or back, on one of their seats or on all. */
export interface AwayAction {
  do: "away";
  id: string;
  away: boolean;
  seat?: number | null;
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
  begins?: string;
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

export interface ViewerCommand {
  do: "look";
  seat?: number | null;
}

export interface LanguageCommand {
  do: "language";
  language: string;
}

/** Whether to describe positions and moves in words; drawn boards do not need it. */
export interface WordsCommand {
  do: "words";
  wanted: boolean;
}

export interface SyncCommand {
  do: "sync";
  since?: number;
}

export interface PingCommand {
  do: "ping";
}

export interface GoCommand {
  do: "go";
  id: string;
  table: string;
}

/** Request the labels of these legal moves. */
export interface LabelCommand {
  do: "label";
  id: string;
  moves: string[];
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
  | AwayAction
  | ChatAction
  | RematchAction
  | HelpAction
  | HintAction
  | CheckAction;
