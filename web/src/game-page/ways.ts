import { opensHere } from "../api/house";
import type { Allowance, Game, Kit, NewTable, Options, SeatRequest } from "../api/types";
import type { IconName } from "../parts/icons";

/** The ways to play a game, in the order of the page. */
export type Way = "bots" | "friends" | "device" | "screen" | "alone" | "box";

export const wayIcons: Record<Way, IconName> = { bots: "bot", friends: "link", device: "device", screen: "screen", alone: "person", box: "box" };

// from this size on, several people may look at one screen
const LARGE = "(min-width: 60rem) and (min-height: 32rem)";

export function waysOf(game: Game): Way[] {
  const [least, most] = game.seats;
  const ways: Way[] = [];
  if (most > 1) ways.push("bots", ...(opensHere() ? [] : ["friends" as const]), "device");
  if (most > 1 && !opensHere() && matchMedia(LARGE).matches) ways.push("screen");
  if (least === 1) ways.push("alone");
  if (game.has_chance) ways.push("box");
  return ways;
}

/** Everything a person can choose before a table opens. */
export interface Plan {
  way: Way;
  count: number;
  mySeat: number;
  name: string;
  names: string[];
  /** With the box: the seats of people who join by link, on devices of their own. */
  byLink: boolean[];
  levels: string[];
  /** Who begins: "lot" or a seat's number; empty: the game's default. */
  begins: string;
  options: Options;
  /** null: the shipped kit */
  kit: Kit | null;
  pace: Options;
  clock: boolean;
  /** Hours after which a bot plays for an inactive player; 0: never. */
  patience: number;
  tableName: string;
  public: boolean;
  childSafe: boolean;
  /** Personal clocks; null: none. */
  allowance: Allowance | null;
  /** null: the default of the way to play */
  hints: boolean | null;
}

/** The time limits on offer. */
export const ALLOWANCES: Required<Allowance>[] = [
  { seconds: 180, increment: 2 },
  { seconds: 300, increment: 5 },
  { seconds: 900, increment: 10 },
];

/** The default level: neither the weakest nor the strongest. */
export function middling(levels: string[]): string {
  if (levels.includes("medium")) return "medium";
  return levels[Math.floor(levels.length / 2)] ?? "random";
}

/** The possible numbers of seats of a way to play. */
export function countsOf(game: Game, way: Way): number[] {
  const [least, most] = game.seats;
  if (way === "alone") return [1];
  const from = way === "box" ? least : Math.max(least, 2);
  return Array.from({ length: most - from + 1 }, (_, index) => from + index);
}

/**
 * Whether the table has hints. By default it has them for a single person or a team, but neither for people
 * who compete nor at public tables.
 */
export function hasHints(game: Game, plan: Plan): boolean {
  const people = plan.way === "bots" ? 1 : plan.count;
  return plan.hints ?? (!isPublic(plan) && (people < 2 || game.together));
}

const isPublic = (plan: Plan) => plan.way === "friends" && plan.public;

/** Whether people are invited by link. */
export function invites(plan: Plan): boolean {
  return plan.way === "friends" || plan.way === "screen" || (plan.way === "box" && comesByLink(plan).includes(true));
}

/** With the box: the seats whose players join by link. The person who opens the table does not. */
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
