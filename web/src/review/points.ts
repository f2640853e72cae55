/** A chance as people say it. */
export function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}

/** A change of a chance in points of a hundred, with its sign; a real minus. */
export function points(change: number): string {
  const whole = Math.round(100 * change);
  return `${whole < 0 ? "−" : whole > 0 ? "+" : "±"}${Math.abs(whole)}`;
}
