import type { Field, Row } from "./plan";

const span = (least: number, most: number) => (least === most ? `${most}` : `${least}–${most}`);
const from = (field: Field) => (field.least !== null && field.least > 1 ? field.least : null);

/** The numbers allowed in an empty field, in short notation; empty if all are allowed, or none. */
export function limitOf(field: Field): string {
  const [least, most] = [from(field), field.most];
  if (field.number !== null || field.dead) return "";
  if (least !== null && most !== null) return span(least, most);
  return least !== null ? `≥${least}` : most !== null ? `≤${most}` : "";
}

/**
 * The limits that an entry sets for the empty fields beside it, up to the next number on either side: the
 * row's signs, with the number.
 */
export function limitsAfter(row: Row, place: number, number: number): Map<number, string> {
  const limits = new Map<number, string>();
  const [left, right] = row.signs;
  for (let k = place - 1; row.fields[k]?.number === null; k--) limits.set(k, `${left}${number}`);
  for (let k = place + 1; row.fields[k]?.number === null; k++) limits.set(k, `${right}${number}`);
  return limits;
}

export const emptyIn = (row: Row) => row.fields.filter((field) => field.number === null).length;
