import { store, stored } from "../shell/stored";

const KEPT_AS = "ludothek.goals";
const MOST = 50;

/** The goal cell of a puzzle, by table id; stored on the device of the person who solves it. */
const kept = () => stored(KEPT_AS, (cell): cell is string => typeof cell === "string");

export function keepGoal(table: string, cell: string): void {
  const latest = [...Object.entries(kept()), [table, cell] as const].slice(-MOST);
  store(KEPT_AS, Object.fromEntries(latest)); // if storage fails, the goal is only in the name of the table
}

export function goalOf(table: string): string | null {
  return kept()[table] ?? null;
}
