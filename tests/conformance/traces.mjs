// node traces.mjs TRACE.mjs GAME.wasm GAME.json TASKS.json: play the tasks, and print a digest of each trace.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [bundle, code, description, tasks] = process.argv.slice(2);
const { traces } = await import(bundle);
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const played = await traces(readFileSync(code), read(description), read(tasks));
console.log(JSON.stringify(played.map((marks) => createHash("sha256").update(marks).digest("hex"))));
