import { store, stored } from "../shell/stored";

const KEPT = "ludothek.youngest";
const EVENING = 12 * 3600 * 1000; // milliseconds

const isText = (part: unknown): part is string => typeof part === "string";

/** The name of the youngest player, who begins in some games: asked once, remembered for the evening. */
export const youngest = {
  get name(): string {
    const { name = "", at = "" } = stored(KEPT, isText);
    return Date.now() - Number(at) < EVENING ? name : "";
  },
  remember(name: string): void {
    store(KEPT, { name, at: String(Date.now()) });
  },
};
