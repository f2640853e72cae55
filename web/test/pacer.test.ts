import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Pacer, type Shown } from "../src/board/pacer.svelte";
import { settings } from "../src/shell/settings.svelte";

const position = (number: number) => ({ view: { number }, moves: [], events: [] }) as unknown as Shown;
const shown = (pacer: Pacer) => pacer.props.view.number;

describe("positions that come faster than an eye can follow", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.advanceTimersByTime(10_000);
    settings.motion = "on";
  });
  afterEach(() => {
    vi.useRealTimers();
    settings.pace = "normal";
  });

  it.each([
    ["normal", 1000],
    ["slow", 1700],
    ["fast", 550],
  ] as const)("stay for their time, which is %s", (pace, time) => {
    settings.pace = pace;
    const pacer = new Pacer(position(0));
    pacer.beat = 1000;
    pacer.take(position(1));
    vi.advanceTimersByTime(60);
    pacer.take(position(2));
    vi.advanceTimersByTime(time - 200);
    expect(shown(pacer)).toBe(1);
    vi.advanceTimersByTime(300);
    expect(shown(pacer)).toBe(2);
  });

  it("are skipped by whoever wants to see the last one at once", () => {
    settings.pace = "skip";
    const pacer = new Pacer(position(0));
    for (const number of [1, 2, 3]) pacer.take(position(number));
    expect(shown(pacer)).toBe(3);
  });
});
