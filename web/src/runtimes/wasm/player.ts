import type { Machine } from "./machine";

const WORDS = 4; // of a random stream
const FEWEST_EDGES = 1 << 12;
const MOST_EDGES = 1 << 20;
const EDGES = 8; // edges allocated per iteration
const NOBODY_ASKS = -1n; // arguments about an action: nobody asks for one
const NOTHING_DONE = 0n; // no action before
// a move is eligible only with at least this share of the visits of the most visited one
const COMPARABLE = 0.25;

/** The search statistics of an action. */
export interface Learnt {
  action: number;
  visits: number;
  /** The share of these games that was won. */
  share: number;
  /** Where seats choose at once: the probability of this action in the mixed strategy. */
  part: number;
}

export interface Choice {
  action: number;
  learnt: Learnt[];
}

/**
 * The default player: Monte Carlo tree search (`bots/search.py`), in the module GAME.players that `ludothek lab
 * wasm` compiles. (Games with players of their own have other programs.) The same seed and number of nodes
 * give the same tree as in Python.
 *
 *     const player = new Player(await Machine.load(code, description));
 *     const { action } = player.choose(batch.state(0), 2, 0, 4000);
 */
export class Player {
  constructor(private readonly machine: Machine) {
    const { game, programs } = machine.description;
    if (!programs.search || !programs.found)
      throw new Error(`this module of ${game} does not search as players do; its programs: ${Object.keys(programs).join(", ")}`);
  }

  /** Choose the action of a seat in a state, with so many seats, after so many iterations. */
  choose(state: Uint8Array, seats: number, seat: number, nodes: number, seed = 1, chance = Math.random()): Choice {
    const { machine } = this;
    machine.forget();
    const { kit } = machine.begin(seats);
    const root = machine.written("state", state);
    const [edges, stream, logs] = [machine.zeros("i8", 1), machine.zeros("i8", WORDS), machine.zeros("f8", nodes + 2)];
    const room = Math.min(MOST_EDGES, Math.max(FEWEST_EDGES, 2 ** Math.ceil(Math.log2(EDGES * nodes + 1))));
    const [keys, visits, offered] = [machine.zeros("i8", room), machine.zeros("i4", room), machine.zeros("i4", room)];
    const [total, strategy] = [machine.zeros("f8", room), machine.zeros("f8", room)];
    const tree = [keys, visits, offered, total, strategy];
    machine.run("search", nodes, kit, root, BigInt(seat), NOBODY_ASKS, NOTHING_DONE, BigInt(seed), edges, stream, logs, ...tree);

    const count = machine.description.actions;
    const [actions, won, tried] = [machine.zeros("i4", count), machine.zeros("f8", 2 * count), machine.zeros("i4", count)];
    (machine.numbers(actions) as Int32Array).set(Array.from({ length: count }, (_, action) => action));
    machine.run("found", count, BigInt(seat), actions, keys, visits, total, strategy, won, tried);
    const wins = machine.numbers(won) as Float64Array;
    const learnt = [...(machine.numbers(tried) as Int32Array)]
      .map((visits, action) => ({ action, visits, share: wins[2 * action]! / Math.max(1, visits), part: wins[2 * action + 1]! }))
      .filter(({ visits, part }) => visits || part);
    return { action: drawn(learnt, chance) ?? best(learnt), learnt };
  }
}

/** The action with the best result among those with comparably many visits. */
function best(learnt: Learnt[]): number {
  const most = Math.max(...learnt.map(({ visits }) => visits));
  const comparable = learnt.filter(({ visits }) => visits >= COMPARABLE * most);
  return comparable.reduce((one, other) => (other.share > one.share ? other : one)).action;
}

/** Draw an action from a mixed strategy, if there is one. */
function drawn(learnt: Learnt[], chance: number): number | undefined {
  let rest = chance * learnt.reduce((sum, { part }) => sum + part, 0);
  return learnt.find(({ part }) => part > 0 && (rest -= part) < 0)?.action;
}
