/** Stubs for what jsdom lacks. */
globalThis.matchMedia ??= (media: string) =>
  ({ media, matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList;
