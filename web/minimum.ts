/** The oldest browsers in which everything works: the pages are built for them, say so, and a test holds them to it. */
export const MINIMUM = { chrome: 111, firefox: 121, safari: 16.4 };
