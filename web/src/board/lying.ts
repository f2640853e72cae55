import { MediaQuery } from "svelte/reactivity";

/** Whether the window is low, so that the dock stands beside the stage: as the grid of the table's page says. */
export const lying = new MediaQuery("(max-height: 30rem) and (orientation: landscape)");
