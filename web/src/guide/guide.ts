import type { BoardProps } from "../games/registry";

/** What a guide sees of the game: what the board shows. */
export type Scene = Pick<BoardProps, "view" | "moves" | "viewer" | "phase">;

/** One thing to explain, said once, at the first moment at which it fits. */
export interface Lesson {
  /** The key of its words among the game's texts. */
  text: string;
  /** When it fits; without it, always. */
  when?: (scene: Scene) => boolean;
  /** The things on the board that it is about. */
  point?: (scene: Scene) => string[];
}

/**
 * A guide through the first game: lessons in the order in which they are given. The first of them that fits and has not been said is said;
 * the help is said to whoever hesitates, as often as they do.
 */
export interface Guide {
  lessons: Lesson[];
  help: Lesson[];
}

export function fitting(lessons: Lesson[], scene: Scene, said: readonly string[]): Lesson | null {
  return lessons.find((lesson) => !said.includes(lesson.text) && (lesson.when?.(scene) ?? true)) ?? null;
}
