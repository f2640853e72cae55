import type { MuseumView } from "./shape";

export type { Danger, MuseumView, Die as Shown, Strip, Track } from "./shape";

export const pileSize = (view: MuseumView) => Object.values(view.pile).reduce((sum, count) => sum + count, 0);
