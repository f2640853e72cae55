import { texts } from "../texts";

/** Explain a refusal that follows from our ruling, not from the rulebook. */
export const ruled = (reason: string): string => `${reason} ${texts().board.ruled}`;
