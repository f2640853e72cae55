import type { Count, Task } from "./tallying";

/** What a page and the worker that plays for it say to each other. A new task puts an end to the one before. */
export type ToWorker = { say: "begin"; code: ArrayBuffer; described: unknown } | { say: "play"; number: number; task: Task };
export type FromWorker = { say: "counted"; number: number; counts: Count[]; done: boolean } | { say: "failed"; number: number; reason: string };
