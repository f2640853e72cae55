import type { Field, Row } from "./plan";

/** What holds of the numbers to the left and to the right of one; the sign for the left stands between two fields. */
export const SIGNS: Record<Row["kind"], { left: string; right: string; strict: boolean }> = {
  equal: { left: "=", right: "=", strict: false },
  rising: { left: "<", right: ">", strict: true },
  climbing: { left: "≤", right: "≥", strict: false },
};

/** Nothing can be written there any more. */
export const isDead = (field: Field) => field.least !== null && field.most !== null && field.least > field.most;

const span = (least: number, most: number) => (least === most ? `${most}` : `${least}–${most}`);
const from = (field: Field) => (field.least !== null && field.least > 1 ? field.least : null);

/** What fits into an empty field, as short as it is written there; empty where everything does, or nothing. */
export function limitOf(field: Field): string {
  const [least, most] = [from(field), field.most];
  if (field.number !== null || isDead(field)) return "";
  if (least !== null && most !== null) return span(least, most);
  return least !== null ? `≥${least}` : most !== null ? `≤${most}` : "";
}

/** What an entry leaves to the empty fields beside it, up to the next number on either side. */
export function limitsAfter(row: Row, place: number, number: number): Map<number, string> {
  const limits = new Map<number, string>();
  const { left, right, strict } = SIGNS[row.kind];
  for (let k = place - 1; row.fields[k]?.number === null; k--) {
    const least = from(row.fields[k]!);
    limits.set(k, least === null ? `${left}${number}` : strict ? `${least}–<${number}` : span(least, number));
  }
  for (let k = place + 1; row.fields[k]?.number === null; k++) {
    const { most } = row.fields[k]!;
    limits.set(k, most === null ? `${right}${number}` : strict ? `>${number}–${most}` : span(number, most));
  }
  return limits;
}

export const emptyIn = (row: Row) => row.fields.filter((field) => field.number === null).length;

/** Somebody has written here, and it is not full: it costs a step when the dice are taken back. */
export const isOpen = (row: Row) => !row.complete && row.fields.some((field) => field.colour !== null && field.number !== null);
