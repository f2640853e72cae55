import type { EventData } from "../../api/types";
import type { MuseumView } from "./view";

/** A die and its place: on a strip, or in the tray, where it has no symbol until it is rolled. */
export interface TableDie {
  id: string;
  white: boolean;
  symbol: string | null;
  strip: number | null;
  /** Its slot on the strip. */
  slot: number;
  /** The number of its rolls. */
  rolled: number;
}

const BLUE = 6;
const WHITE_DIE = "die:white";

export function newDice(): TableDie[] {
  const die = { symbol: null, strip: null, slot: 0, rolled: 0 };
  return [...Array.from({ length: BLUE }, (_, index) => ({ ...die, id: `die:${index}`, white: false })), { ...die, id: WHITE_DIE, white: true }];
}

/**
 * Match the dice of the view, which have no identity, with the previous ones, so that movements can be
 * animated: first those that stay on their strip, then those from the tray with the same symbol, then the
 * rest.
 */
export function follow(dice: TableDie[], view: MuseumView, isRoll: boolean): TableDie[] {
  const left = new Set(dice);
  const found = new Map<TableDie, Pick<TableDie, "symbol" | "strip" | "slot">>();
  const wanted = [
    ...view.strips.flatMap((strip, index) => strip.dice.map((die, slot) => ({ ...die, strip: index, slot }))),
    ...view.loose.map((die) => ({ ...die, strip: null, slot: 0 })),
  ].map((place) => ({ ...place, white: place.colour === "white" }));
  const fits: ((die: TableDie, place: (typeof wanted)[number]) => boolean)[] = [
    (die, place) => die.strip === place.strip && die.symbol === place.symbol && die.slot === place.slot,
    (die, place) => die.strip === place.strip && die.symbol === place.symbol,
    (die, place) => die.strip === null && die.symbol === place.symbol,
    () => true,
  ];
  let open = wanted;
  for (const fit of fits)
    open = open.filter((place) => {
      const die = [...left].find((one) => one.white === place.white && fit(one, place));
      if (!die) return true;
      left.delete(die);
      found.set(die, place);
      return false;
    });
  const placed = dice.map((die) => {
    const { symbol, strip, slot } = found.get(die) ?? { symbol: null, strip: null, slot: 0 };
    const isCap = strip !== null && symbol === "cap";
    const isNew = isRoll && symbol !== null && (strip === null || (isCap && die.strip === null));
    const isTurned = symbol !== null && die.symbol !== null && symbol !== die.symbol;
    return { ...die, symbol, strip, slot, rolled: die.rolled + (isNew || isTurned ? 1 : 0) };
  });
  if (isRoll && placed.every((die, index) => die.rolled === dice[index]!.rolled)) {
    // a cap that was rolled again and shows a cap
    const again = placed.findLast((die) => die.strip !== null && die.symbol === "cap");
    if (again) again.rolled++;
  }
  return placed;
}

/** Whether dice were rolled on the way to this view. */
export function wasRolled(happened: EventData[]): boolean {
  return happened.some(({ key }) => ["rolls", "rerolls", "rerolls_again"].includes(key));
}
