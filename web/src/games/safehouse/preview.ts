import type { Field, Row } from "./plan";

/** What must hold of a number beside its neighbours: to the left, to the right, and the sign that stands between two fields. */
export const SIGNS: Record<Row["kind"], { left: string; right: string; between: string }> = {
  equal: { left: "=", right: "=", between: "=" },
  rising: { left: "<", right: ">", between: "<" },
  climbing: { left: "≤", right: "≥", between: "≤" },
};

/** Nothing can be written there any more. */
export const isDead = (field: Field) => field.least !== null && field.most !== null && field.least > field.most;

const from = (field: Field) => (field.least !== null && field.least > 1 ? field.least : null);

/** What fits into an empty field, as short as it is written there; empty where everything does, or nothing. */
export function limitOf(field: Field): string {
  const [least, most] = [from(field), field.most];
  if (field.number !== null || isDead(field)) return "";
  if (least !== null && most !== null) return least === most ? `${most}` : `${least}–${most}`;
  return least !== null ? `≥${least}` : most !== null ? `≤${most}` : "";
}

/** What an entry leaves to the empty fields beside it, up to the next number on either side. */
export function limitsAfter(row: Row, place: number, number: number): Map<number, string> {
  const limits = new Map<number, string>();
  const { left, right } = SIGNS[row.kind];
  const isEmpty = (field: Field | undefined): field is Field => field?.number === null;
  for (let k = place - 1, field = row.fields[k]; isEmpty(field); field = row.fields[--k])
    limits.set(k, from(field) === null || row.kind === "equal" ? left + number : `${from(field)}${left}${number}`);
  for (let k = place + 1, field = row.fields[k]; isEmpty(field); field = row.fields[++k])
    limits.set(k, field.most === null || row.kind === "equal" ? right + number : `${number}${left}${field.most}`);
  return limits;
}

export const emptyIn = (row: Row) => row.fields.filter((field) => field.number === null).length;

/** Somebody has written here, and it is not full: it costs a step when the dice are taken back. */
export const isOpen = (row: Row) => !row.complete && row.fields.some((field) => field.colour !== null && field.number !== null);
