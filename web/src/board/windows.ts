import { MediaQuery } from "svelte/reactivity";

/**
 * Whether the window is low, so that the dock stands beside the stage; the same query as in the grid of the
 * table's page.
 */
export const lying = new MediaQuery("(max-height: 30rem) and (orientation: landscape)");

/** Whether the window is narrow: in the flow of a page a board is then better in portrait format. */
export const narrow = new MediaQuery("(max-width: 40rem)");
