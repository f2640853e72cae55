import type { BoardProps } from "../games/registry";

/** What a guide sees of the game: what the board shows. */
export type Scene = Pick<BoardProps, "view" | "moves" | "viewer" | "phase">;

/** One lesson, shown once, at the first position that it fits. */
export interface Lesson {
  /** The key of its text among the game's texts. */
  text: string;
  /** The condition for it; without one, it always fits. */
  when?: (scene: Scene) => boolean;
  /** The things on the board to point at. */
  point?: (scene: Scene) => string[];
}

/**
 * A guide through the first game. The first lesson, in order, that fits and has not been shown is shown; the
 * help is shown whenever a player hesitates.
 */
export interface Guide {
  lessons: Lesson[];
  help: Lesson[];
}

export function fitting(lessons: Lesson[], scene: Scene, said: readonly string[]): Lesson | null {
  return lessons.find((lesson) => !said.includes(lesson.text) && (lesson.when?.(scene) ?? true)) ?? null;
}
