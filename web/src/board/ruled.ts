import { texts } from "../texts";

/** Why something cannot be done, where our ruling says so and not the rulebook. */
export const ruled = (reason: string): string => `${reason} ${texts().board.ruled}`;
