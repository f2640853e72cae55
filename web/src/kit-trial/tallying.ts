import type { Buffer, Machine } from "../runtimes/wasm/machine";
import type { KitTrial } from "../api/wire";

/** A task: the trial from the server, for a number of seats, and the number of games per value. */
export interface Task extends KitTrial {
  seats: number;
  games: number;
}

/** The counts of the games with one value of a figure. */
export interface Count {
  value: number | null;
  games: number;
  /** The sum of the first seat's scores, which are those of its team. */
  won: number;
  decisions: number;
  /** The sum of the squared decision counts. */
  squares: number;
}

const MOST = 25; // games per call of a program

/**
 * Simulates games with other values of the kit and counts the results. Game k is seeded by the task's seed
 * and k, as in every study of the lab, so results depend neither on the machine nor on the batch size.
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

  /** Play some of the missing games, of the value with the fewest. False when none are missing. */
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
