const KEPT_AS = "ludothek.goals";
const MOST = 50;

/** Which cell the puzzle at a table is about, by the table's id; kept on the device of whoever solves it. */
function kept(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function keepGoal(table: string, cell: string): void {
  const latest = [...Object.entries(kept()), [table, cell] as const].slice(-MOST);
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    // forbidden storage: the goal is only said, in the table's name
  }
}

export function goalOf(table: string): string | null {
  return kept()[table] ?? null;
}
