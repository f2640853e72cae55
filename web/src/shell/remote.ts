import { ARROWS, nearest } from "../parts/nearest";

const THINGS = "a[href]:not(.skip), button:not(:disabled), select:not(:disabled), input:not(:disabled), summary, [tabindex='0']";
const BACK = ["GoBack", "BrowserBack"];
const BACK_OF_TELEVISIONS = [461, 10009]; // key codes of televisions, which report no key name

/**
 * Support remote controls (four arrows, OK, back): the arrows move the focus to the nearest usable element,
 * OK clicks it.
 */
export function steer(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const here = document.activeElement;
  const way = ARROWS[event.key];
  if (isBack(event)) goBack();
  else if (way && !(isTyped(here) && way[0])) {
    const next = nextThing(here, way);
    if (!next) return; // let the page scroll
    next.focus();
  } else if (event.key === "Enter" && here instanceof HTMLSelectElement) here.showPicker();
  else if (event.key === "Enter" && here instanceof HTMLInputElement && /checkbox|radio/.test(here.type)) here.click();
  else return;
  event.preventDefault();
}

const OVER = "dialog[open], [data-menu]:not([hidden])"; // overlays of the page

function nextThing(here: Element | null, way: [number, number]): HTMLElement | null {
  const over = [...document.querySelectorAll(OVER)].at(-1);
  const inside = over ?? document.body;
  const things = [...inside.querySelectorAll<HTMLElement>(THINGS)].filter(isSeen);
  const isLost = !here || here === document.body || here.matches("main, [tabindex='-1']") || !inside.contains(here);
  if (!isLost) return nearest(here, way, things);
  return things.find((thing) => thing.closest("main")) ?? things[0] ?? null;
}

/** Own implementation: Safari has `checkVisibility` only from 17.4 on. */
function isSeen(thing: HTMLElement): boolean {
  const isFolded = thing.closest("details:not([open]) > :not(summary)") !== null;
  return !isFolded && thing.getClientRects().length > 0 && getComputedStyle(thing).visibility === "visible";
}

const isTyped = (here: Element | null) => here instanceof HTMLInputElement && !/checkbox|radio|range|button/.test(here.type);

const isBack = ({ key, keyCode }: KeyboardEvent) => BACK.includes(key) || BACK_OF_TELEVISIONS.includes(keyCode);

function goBack(): void {
  const over = [...document.querySelectorAll<HTMLElement>(OVER)].at(-1);
  if (over instanceof HTMLDialogElement) over.close();
  else if (over) over.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  else history.back();
}
