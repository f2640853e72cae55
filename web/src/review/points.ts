/** Format a chance for people. */
export function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}

/** Format a change of a chance in percentage points, with its sign (a real minus). */
export function points(change: number): string {
  const whole = Math.round(100 * change);
  return `${whole < 0 ? "−" : whole > 0 ? "+" : "±"}${Math.abs(whole)}`;
}
