import { store, stored } from "../shell/stored";

const KEPT_AS = "ludothek.goals";
const MOST = 50;

/** Which cell the puzzle at a table is about, by the table's id; kept on the device of whoever solves it. */
const kept = () => stored(KEPT_AS, (cell): cell is string => typeof cell === "string");

export function keepGoal(table: string, cell: string): void {
  const latest = [...Object.entries(kept()), [table, cell] as const].slice(-MOST);
  store(KEPT_AS, Object.fromEntries(latest)); // else the goal is only said, in the table's name
}

export function goalOf(table: string): string | null {
  return kept()[table] ?? null;
}
