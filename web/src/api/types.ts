/**
 * The messages on the wire, under the names that the pages use. The types are the server's own (wire.ts is
 * generated from them); this file narrows what they leave open.
 */

import type * as wire from "./wire";

export type { LanAccessShape as Door } from "./wire";
export type { Allowance, Draw, EventData, PersonalData, Me, NewTable, SeatRequest, TableSummary } from "./wire";
export type { ChanceCheck as ChanceProof } from "./wire";
export type { EventShape as TableEvent } from "./wire";
export type { FigureShape as Figure } from "./wire";
export type { Frame as TableFrame } from "./wire";
export type { GamePage as GameDetails } from "./wire";
export type { GameShape as Game } from "./wire";
export type { PeoplePresent as HereFrame } from "./wire";
export type { HintShape as Hint } from "./wire";
export type { LabelCommand } from "./wire";
export type { MoveShape as Move } from "./wire";
export type { PhraseShape as ChatPhrase } from "./wire";
export type { PuzzleShape as Puzzle } from "./wire";
export type { SeatShape as Seat } from "./wire";
export type { ReplayStep } from "./wire";
export type { WarningShape as Warning } from "./wire";
export type { WindowShape as TimeWindow } from "./wire";
export type { OwnSeats as YouFrame } from "./wire";

export type Language = "de" | "en";
export type SeatLabel = number | "chance";
export type Phase = "waiting" | "playing" | "over";

/** How much advice a seat gets. */
export type Help = "silent" | "warn" | "advise" | "play_along";

/**
 * What a shared device shows until the next player has it in hand: everything; public information; nothing.
 */
export type Curtain = "none" | "open" | "drawn";

export type EventKind =
  | "move"
  | "take_back"
  | "chat"
  | "join"
  | "leave"
  | "start"
  | "bot"
  | "back"
  | "rematch"
  | "hint"
  | "help"
  | "brought"
  | "away"
  | "here"
  | "time"
  | "over";

/** The subset of JSON Schema that options use. */
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

export type GameTexts = Record<string, string>;

/** A value in a game's kit: numbers, words, and groups of them. The game defines its shape. */
export type KitValue = string | number | KitValue[] | { [name: string]: KitValue };
export type Kit = Record<string, KitValue>;

/** What a game lets this viewer see. The game defines its shape, which its board knows. */
export type View = Record<string, unknown>;

export interface Outcome {
  scores: number[];
  /** Why the game ended, as a code for programs; `why` is the sentence for people. */
  reason: string;
  headline: string;
  /** A narrow win, which the headline mentions. */
  narrow: boolean;
  why: string | null;
  [own: string]: unknown;
}

/** The replay of a finished game. */
export type Replay = wire.Replay & { outcome: Outcome };

export type Done = wire.Done;
export type Refusal = Omit<wire.Trouble, "id">;
export type Answer = Done | (Refusal & { id: string | null });
export type AnswerFrame = { type: "answer" } & Answer;
export type ServerFrame = wire.Frame | wire.OwnSeats | wire.PeoplePresent | AnswerFrame | wire.Pong | wire.ClosingNotice;

/** What a person may do at a table. The live connection adds the id that makes it idempotent. */
export type Action = WithoutId<wire.AnyAction>;
type WithoutId<Any> = Any extends unknown ? Omit<Any, "id"> : never;
