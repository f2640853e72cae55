import type { Buffer, Machine } from "../runtimes/wasm/machine";
import type { KitTrial } from "../api/wire";

/** What is to be played: as the server told it, for a number of seats, and how many games for each value. */
export interface Task extends KitTrial {
  seats: number;
  games: number;
}

/** What was counted in the games with one value of a figure. */
export interface Count {
  value: number | null;
  games: number;
  /** The scores of the first seat, which are those of its team, added up. */
  won: number;
  decisions: number;
  /** The squares of the decisions of each game, added up. */
  squares: number;
}

const MOST = 25; // games that a program plays at a time

/**
 * Games with other figures of the box, counted. Game number k is seeded by the task's seed and k, as in every study of the lab: it makes no
 * difference who plays it, nor how many are played at a time.
 */
export class Tallying {
  readonly counts: Count[];
  private readonly begin: [Buffer, Buffer][];
  private readonly states: Buffer;
  private readonly tallies: Buffer;
  private readonly results: Buffer;

  constructor(
    private readonly machine: Machine,
    private readonly task: Task,
  ) {
    machine.forget();
    this.counts = task.starts.map(({ value }) => ({ value, games: 0, won: 0, decisions: 0, squares: 0 }));
    this.begin = task.starts.map(({ kit, start }) => [machine.told("kit", kit), machine.told("state", start)]);
    this.states = machine.zeros("state", MOST);
    this.tallies = machine.zeros("tally", MOST);
    this.results = machine.zeros("f4", MOST * task.seats);
  }

  /** Some of the games that are missing: of the value that has the fewest. False when there are none. */
  play(): boolean {
    const which = this.counts.reduce((least, { games }, index) => (games < this.counts[least]!.games ? index : least), 0);
    const count = this.counts[which]!;
    const games = Math.min(MOST, this.task.games - count.games);
    if (games <= 0) return false;
    const { program, seed, seats, longest } = this.task;
    const numbers = [seed + count.games, seats, longest].map(BigInt);
    this.machine.run(program, games, ...this.begin[which]!, this.states, this.tallies, this.results, ...numbers);
    const results = this.machine.numbers(this.results) as Float32Array;
    for (let game = 0; game < games; game++) {
      const decisions = this.machine.field(this.tallies, game, "decisions");
      count.won += results[game * seats]!;
      count.decisions += decisions;
      count.squares += decisions * decisions;
    }
    count.games += games;
    return true;
  }
}
