import { type Description, Machine } from "./machine";

/**
 * What to play: the number of parallel games, the number of decisions in each, and the packed kit and first
 * state of a variant.
 */
export interface Task {
  kit: string;
  start: string;
  games: number;
  decisions: number;
  seed: number;
}

/**
 * Play at random and hash the state after every decision, for comparison with the other runtimes
 * (`lab/machine_trace.py`).
 */
export async function traces(code: BufferSource, description: Description, tasks: Task[]): Promise<BigInt64Array[]> {
  const machine = await Machine.load(code, description);
  return tasks.map(({ kit, start, games, decisions, seed }) => {
    const states = machine.zeros("state", games);
    const marks = machine.zeros("i8", games * decisions);
    const given = [machine.told("kit", kit), machine.told("state", start)];
    machine.run("trace", games, ...given, states, BigInt(seed), marks, BigInt(decisions));
    return (machine.numbers(marks) as BigInt64Array).slice();
  });
}
