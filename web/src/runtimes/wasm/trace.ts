import { type Description, Machine } from "./machine";

/** What to play: a number of games side by side, a number of decisions in each, from the packed kit and first state of a variant. */
export interface Task {
  kit: string;
  start: string;
  games: number;
  decisions: number;
  seed: number;
}

/** Random play that leaves a number for the state after every decision, as on every other machine (`lab/machine_trace.py`). */
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
