import type { Count, Task } from "./tallying";

/** The messages between a page and its simulation worker. A new task replaces the previous one. */
export type ToWorker = { say: "begin"; code: ArrayBuffer; described: unknown } | { say: "play"; number: number; task: Task };
export type FromWorker = { say: "counted"; number: number; counts: Count[]; done: boolean } | { say: "failed"; number: number; reason: string };
