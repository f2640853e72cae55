import { opensHere } from "../api/house";
import type { Allowance, Game, Kit, NewTable, Options, SeatRequest } from "../api/types";
import type { IconName } from "../parts/icons";

/** The ways to play a game, in the order in which they are offered. */
export type Way = "bots" | "friends" | "device" | "screen" | "alone" | "box";

export const wayIcons: Record<Way, IconName> = { bots: "bot", friends: "link", device: "device", screen: "screen", alone: "person", box: "box" };

const LARGE = "(min-width: 60rem) and (min-height: 32rem)"; // from here on a screen may be one that several look at

export function waysOf(game: Game): Way[] {
  const [least, most] = game.seats;
  const ways: Way[] = [];
  if (most > 1) ways.push("bots", ...(opensHere() ? [] : ["friends" as const]), "device");
  if (most > 1 && !opensHere() && matchMedia(LARGE).matches) ways.push("screen");
  if (least === 1) ways.push("alone");
  if (game.has_chance) ways.push("box");
  return ways;
}

/** Everything a person may have filled in before a table opens. */
export interface Plan {
  way: Way;
  count: number;
  mySeat: number;
  name: string;
  names: string[];
  /** With the box: the seats of those who come by link, to play along on their own device. */
  byLink: boolean[];
  levels: string[];
  /** Who begins: "lot" or a seat's number; empty: as is usual in this game. */
  begins: string;
  options: Options;
  /** null: the shipped one */
  kit: Kit | null;
  pace: Options;
  clock: boolean;
  /** Hours after which a bot stands in for whoever has not moved; 0: never. */
  patience: number;
  tableName: string;
  public: boolean;
  childSafe: boolean;
  /** Personal clocks; null: nobody's time is counted. */
  allowance: Allowance | null;
  /** null: as it suits the way to play */
  hints: boolean | null;
}

/** The times that are offered. */
export const ALLOWANCES: Required<Allowance>[] = [
  { seconds: 180, increment: 2 },
  { seconds: 300, increment: 5 },
  { seconds: 900, increment: 10 },
];

/** The level to offer first: neither the weakest nor the strongest. */
export function middling(levels: string[]): string {
  if (levels.includes("medium")) return "medium";
  return levels[Math.floor(levels.length / 2)] ?? "random";
}

/** How many seats a way to play may have. */
export function countsOf(game: Game, way: Way): number[] {
  const [least, most] = game.seats;
  if (way === "alone") return [1];
  const from = way === "box" ? least : Math.max(least, 2);
  return Array.from({ length: most - from + 1 }, (_, index) => from + index);
}

/** Hints suit whoever plays alone, against bots or in a team; not people who play against each other. */
export function hasHints(game: Game, plan: Plan): boolean {
  const people = plan.way === "bots" ? 1 : plan.count;
  return plan.hints ?? (!isPublic(plan) && (people < 2 || game.together));
}

const isPublic = (plan: Plan) => plan.way === "friends" && plan.public;

/** Whether somebody is to come by link. */
export function invites(plan: Plan): boolean {
  return plan.way === "friends" || plan.way === "screen" || (plan.way === "box" && comesByLink(plan).includes(true));
}

/** With the box: who comes by link. Whoever opens the table is there. */
function comesByLink(plan: Plan): boolean[] {
  return Array.from({ length: plan.count }, (_, seat) => seat > 0 && (plan.byLink[seat] ?? false));
}

export function tableOf(game: Game, plan: Plan, nameOf: (seat: number) => string): NewTable {
  const seats = Array.from({ length: plan.count }, (_, seat): SeatRequest => {
    if (plan.way === "box" && comesByLink(plan)[seat]) return { kind: "open" };
    const everybodyIsHere = plan.way === "device" || plan.way === "box" || plan.way === "alone";
    if (plan.way === "screen") return { kind: "open" };
    if (everybodyIsHere || seat === plan.mySeat) return { kind: "me", name: nameOf(seat) };
    return plan.way === "bots" ? { kind: "bot", level: plan.levels[seat] ?? middling(game.levels) } : { kind: "open" };
  });
  const together = plan.way === "friends" || plan.way === "screen";
  return {
    game: game.id,
    seats,
    options: plan.options,
    kit: plan.kit,
    pace: plan.pace,
    begins: together ? (game.begins === "lot" ? "lot" : "") : plan.begins,
    name: plan.tableName.trim(),
    companion: plan.way === "box",
    public: isPublic(plan),
    child_safe: together && plan.childSafe,
    clock: game.has_windows ? plan.clock && plan.way !== "device" && plan.way !== "box" : null,
    allowance: game.has_clocks && plan.way !== "box" ? plan.allowance : null,
    hints: hasHints(game, plan),
    patience: together ? plan.patience : 0,
  };
}
