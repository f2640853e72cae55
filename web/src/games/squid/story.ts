import type { EventData } from "../../api/types";
import { GLIDE, moves } from "../../board/motion";
import type { SquidView } from "./view";

/**
 * The timeline of a view, which may include a whole round: hands open, the guard walks, a card is turned up,
 * a character falls, in this order.
 */
export interface Story {
  /** Whether the hands open. */
  votes: boolean;
  /** The guard's walk: the number of places (negative: backwards), its start, and the time per step. */
  steps: number;
  walk: number;
  step: number;
  /** The time at which the card is turned up. */
  card: number;
  /**
   * The places of the characters that fall, in order; the last of them, its time, and the time at which the
   * gap closes.
   */
  falls: number[];
  fallen: number | null;
  fall: number;
  close: number;
  end: number;
}

const OPEN = 1100; // for the hands, before the guard walks
const STEP = 300;
const LONGEST_WALK = 2400;
const CARD = 900; // to read it
const FALL = 520;
const CHOICE = 160; // a choice was made, with little to see

const NOTHING: Story = { votes: false, steps: 0, walk: 0, step: STEP, card: 0, falls: [], fallen: null, fall: 0, close: 0, end: 0 };

/** Build the timeline from the events of the rules alone. */
export function tell(happened: EventData[]): Story {
  const falls = happened.filter(({ key }) => key === "shot").map(({ values }) => Number(values.place));
  if (!moves()) return { ...NOTHING, falls };
  const keys = new Set(happened.map(({ key }) => key));
  const votes = keys.has("votes");
  const steps = Number(happened.findLast(({ values }) => "steps" in values)?.values.steps ?? 0);
  const fallen = falls.at(-1) ?? null;
  const step = Math.min(STEP, LONGEST_WALK / Math.max(1, Math.abs(steps)));
  const walk = votes ? OPEN : 0;
  const card = walk + Math.abs(steps) * step;
  const fall = card + (keys.has("turned_up") ? CARD : 0);
  const close = fall + (fallen === null ? 0 : FALL);
  const end = close + (fallen === null ? 0 : GLIDE);
  return { votes, steps, walk, step, card, falls, fallen, fall, close, end };
}

/** The minimum time for which a view is shown before the next one. */
export function beat(happened: EventData[]): number {
  return CHOICE + tell(happened).end;
}

/** The sum of all votes. */
export function sum(view: SquidView): number {
  return view.seats.reduce((steps, { vote }) => steps + Number(vote ?? 0), 0);
}

/** The angle of a place on the ring, in degrees clockwise from the top. */
export function angle(place: number, size: number): number {
  return (360 * place) / size;
}

/** The keyframes of the guard's angle: from place to place, and along with the gap that closes. */
export function way(before: SquidView | null, view: SquidView, story: Story): { at: number; turn: number }[] {
  if (!before || before.guard === null || view.guard === null) return [];
  const slot = angle(Math.sign(story.steps), before.ring.length);
  const start = angle(before.guard, before.ring.length);
  const places = Array.from({ length: Math.abs(story.steps) + 1 }, (_, index) => ({
    at: story.walk + index * story.step,
    turn: start + index * slot,
  }));
  const stop = places.at(-1)!.turn;
  const rest = angle(view.guard, view.ring.length);
  const nearest = rest + 360 * Math.round((stop - rest) / 360);
  return [...places, { at: story.close, turn: stop }, { at: story.end, turn: nearest }];
}
