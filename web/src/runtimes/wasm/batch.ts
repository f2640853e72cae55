import type { Buffer, Machine } from "./machine";

const BEGIN = -1; // in place of an action: a new game
const MOVER = -1n; // in place of a seat: the seat to act
const ILLEGAL = 1; // error code: an illegal action; all others are faults of the rules
const NO_LIMIT = 1n << 62n;

/**
 * A batch of games with the interface of `ludothek.Batch`: play them to their ends, or step through them
 * action by action. The same seed gives the same games as in Python. In every game there is always a seat to
 * act: random events are resolved internally, and finished games are restarted.
 *
 *     const batch = new Batch(await Machine.load(code, description), 2, 1000);
 *     batch.reset(1);
 *     batch.step(choose(batch.masks));
 *
 * Returned arrays are views of the machine's memory, which the next call overwrites. A machine serves one
 * batch.
 */
export class Batch {
  private readonly kit: Buffer;
  private readonly start: Buffer;
  private readonly states: Buffer;
  private readonly seeds: Buffer;
  private readonly taken: Buffer;
  private readonly points: Buffer;
  private readonly streams: Buffer;
  private readonly choices: Buffer;
  private readonly shown: { masks: Buffer; movers: Buffer; rewards: Buffer; ended: Buffer; faults: Buffer };
  private readonly flat: Buffer;

  constructor(
    private readonly machine: Machine,
    readonly seats: number,
    readonly games: number,
  ) {
    const { actions, width } = machine.description;
    const zeros = (kind: string, each = 1) => machine.zeros(kind, games * each);
    machine.forget();
    ({ kit: this.kit, start: this.start } = machine.begin(seats));
    this.states = zeros("state");
    this.seeds = zeros("i8");
    this.taken = zeros("i8");
    this.points = zeros("f4", seats);
    this.streams = zeros("stream");
    this.choices = zeros("i4");
    this.shown = { masks: zeros("?", actions), movers: zeros("i1"), rewards: zeros("f4", seats), ended: zeros("?"), faults: zeros("i1") };
    this.flat = zeros("f4", width);
    const seeds = machine.numbers(this.seeds) as BigInt64Array;
    for (let game = 0; game < games; game++) seeds[game] = BigInt(game);
  }

  /** Play every game to its end with random moves; returns the total number of decisions. */
  play(seed: number): number {
    this.machine.run("play", this.games, this.kit, this.start, this.states, this.seeds, BigInt(seed), this.taken, NO_LIMIT);
    return (this.machine.numbers(this.taken) as BigInt64Array).reduce((sum, decisions) => sum + Number(decisions), 0);
  }

  /** The score of each seat in finished games, zeros in others: by game, then by seat. */
  scores(): Float32Array {
    this.machine.run("score", this.games, this.kit, this.states, this.points, BigInt(this.seats));
    return this.machine.numbers(this.points) as Float32Array;
  }

  /** Start every game anew: game k with the seed plus k. */
  reset(seed: number): void {
    this.go(new Int32Array(this.games).fill(BEGIN), seed);
  }

  /** Apply one action in each game, for the seat to act. */
  step(actions: ArrayLike<number>): void {
    if (actions.length !== this.games) throw new Error(`a step takes one action for each of the ${this.games} games, not ${actions.length}`);
    this.go(actions, 0);
  }

  /** The legal actions: by game, then by action. */
  get masks(): Uint8Array {
    return this.machine.numbers(this.shown.masks) as Uint8Array;
  }

  /** The seat to act, by game. */
  get toAct(): Int8Array {
    return this.machine.numbers(this.shown.movers) as Int8Array;
  }

  /** The scores of the games that ended with the last step, zeros for all others: by game, then by seat. */
  get rewards(): Float32Array {
    return this.machine.numbers(this.shown.rewards) as Float32Array;
  }

  /** Which games ended with the last step and were restarted. */
  get ended(): Uint8Array {
    return this.machine.numbers(this.shown.ended) as Uint8Array;
  }

  /** The observation of the seat to act, as numbers: by game, then in the order of the state's fields. */
  observations(): Float32Array {
    const { width } = this.machine.description;
    this.machine.run("observe", this.games, this.kit, this.states, this.shown.movers, this.flat, MOVER, BigInt(width), 1n);
    return this.machine.numbers(this.flat) as Float32Array;
  }

  /** The packed state of a game, as a player takes it. */
  state(game: number): Uint8Array {
    const size = this.machine.bytes(this.start).length;
    return this.machine.bytes(this.states).slice(game * size, (game + 1) * size);
  }

  private go(actions: ArrayLike<number>, seed: number): void {
    const { masks, movers, rewards, ended, faults } = this.shown;
    const dealing = [this.kit, this.start, this.states, this.seeds, BigInt(seed), this.streams];
    (this.machine.numbers(this.choices) as Int32Array).set(actions);
    this.machine.run("step", this.games, ...dealing, this.choices, masks, movers, rewards, ended, faults, BigInt(this.seats));
    const found = this.machine.numbers(faults) as Int8Array;
    const game = found.findIndex((fault) => fault !== 0);
    if (game < 0) return;
    const what = found[game] === ILLEGAL ? `${actions[game]} is not a legal action` : "the rules cannot go on";
    throw new Error(`game ${game} of ${this.machine.description.game}: ${what}`);
  }
}
