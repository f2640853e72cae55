// node trial.mjs GAME.wasm TASK.json: play a task as a page does, and print what was counted for each value.
import { readFileSync } from "node:fs";

import { type Description, Machine } from "../../web/src/runtimes/wasm/machine";
import { length, share } from "../../web/src/kit-trial/intervals";
import { Tallying, type Task } from "../../web/src/kit-trial/tallying";

const [code, told] = process.argv.slice(2) as [string, string];
const task = JSON.parse(readFileSync(told, "utf8")) as Task;
const tallying = new Tallying(
  await Machine.load(
    readFileSync(code),
    task.described as unknown as Description,
  ),
  task,
);
while (tallying.play());
console.log(
  JSON.stringify(
    tallying.counts.map((count) => ({
      ...count,
      share: share(count),
      length: length(count),
    })),
  ),
);
