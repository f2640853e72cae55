// node wrapper.mjs FOLDER SEED GAMES STEPS NODES: play, step and choose by the modules in a folder, and print what came of it.
import { readFileSync } from "node:fs";

import { Batch } from "./batch";
import { type Description, Machine } from "./machine";
import { Player } from "./player";

const [folder, ...numbers] = process.argv.slice(2) as [string, ...string[]];
const [seed, games, steps, nodes] = numbers.map(Number) as [number, number, number, number];

const load = (name: string) =>
  Machine.load(readFileSync(`${folder}/${name}.wasm`), JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8")) as Description);

const said = (what: () => unknown) => {
  try {
    what();
  } catch (error) {
    return (error as Error).message;
  }
};

const four = await load("connect_four");
const batch = new Batch(four, 2, games);
const decisions = batch.play(seed);
const scores = [...batch.scores()];

batch.reset(seed);
const { actions } = four.description;
const lowest = () => Array.from({ length: games }, (_, game) => batch.masks.indexOf(1, game * actions) - game * actions);
for (let step = 0; step < steps; step++) batch.step(lowest());
const shown = [batch.masks, batch.toAct, batch.rewards, batch.ended, batch.observations()].map((array) => [...array]);
const refused = said(() => batch.step(new Array(games).fill(actions)));

batch.reset(seed);
for (const column of [0, 1, 0, 1, 0, 1]) batch.step(new Array(games).fill(column));
const chosen = new Player(await load("connect_four.players")).choose(batch.state(0), 2, 0, nodes, seed);
const foreign = said(() => new Player(four));

console.log(JSON.stringify({ decisions, scores, shown, refused, chosen, foreign }));
