import { beforeEach, describe, expect, it, vi } from "vitest";

// @ts-expect-error A board written by hand in plain JavaScript, as docs/new-board.md describes.
import * as module from "../../examples/cups/src/cups/board/board.js";
import type { OutsideModule, OutsideProps } from "../src/board/outside";
import { sayer } from "../src/games/say";

const { mount } = module as OutsideModule;
const onmove = vi.fn<(move: string) => void>();
const claims = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, k) => ({ move: String(from + k), label: `at least ${from + k}` }));
const cup = (dice: (number | null)[], chips = 2) => ({ chips, dice, shown: [] });

function given(changes: Partial<OutsideProps> = {}): OutsideProps {
  const view = { claim: null, claimer: null, turn: 0, seats: [cup([3, 6]), cup([null, null])] };
  const seats = ["Ada", "Ben"].map((name, seat) => ({ seat, name }));
  return { view, seats, moves: claims(2, 24), say: sayer({}), plays: true, hint: "", onmove, ...changes } as unknown as OutsideProps;
}

describe("the board of a game from outside, written by hand", () => {
  let page: HTMLElement;
  const button = (name: string) => [...page.querySelectorAll("button")].find(({ textContent, hidden }) => textContent === name && !hidden);
  beforeEach(() => {
    onmove.mockClear();
    page = document.createElement("div");
    document.body.replaceChildren(page);
  });

  it("shows the own dice, and of others that they are hidden", () => {
    mount(page, given());
    expect([...page.querySelectorAll(".cups-dice")].map(({ textContent }) => textContent)).toEqual(["⚂ ⚅", "? ?"]);
  });

  it("claims what the slider says", () => {
    mount(page, given());
    const slider = page.querySelector("input")!;
    expect([slider.min, slider.max, slider.value]).toEqual(["2", "24", "2"]);
    slider.value = "14";
    slider.dispatchEvent(new Event("input"));
    button("at least 14")!.click();
    expect(onmove).toHaveBeenCalledExactlyOnceWith("14");
  });

  it("doubts where that may be, and begins above the last claim", () => {
    const board = mount(page, given());
    expect(button("doubt it")).toBeUndefined();
    board.update(given({ moves: [...claims(15, 24), { move: "doubt", label: "doubt it" }] }));
    expect(page.querySelector("input")!.value).toBe("15");
    button("doubt it")!.click();
    expect(onmove).toHaveBeenCalledExactlyOnceWith("doubt");
  });

  it("turns to what a hint proposes", () => {
    mount(page, given({ hint: "11" }));
    expect(button("at least 11")!.classList).toContain("hinted");
  });

  it("has no dock where it is only looked at, and leaves nothing behind", () => {
    const board = mount(page, given({ plays: false, moves: [] }));
    expect(page.querySelector("[data-part=dock]")).toBeNull();
    board.destroy();
    expect(page.childElementCount).toBe(0);
  });
});
