import { ARROWS, nearest } from "../parts/nearest";

const THINGS = "a[href]:not(.skip), button:not(:disabled), select:not(:disabled), input:not(:disabled), summary, [tabindex='0']";
const BACK = ["GoBack", "BrowserBack"];
const BACK_OF_TELEVISIONS = [461, 10009]; // which have no name for it

/** A remote control has four arrows, OK and back. The arrows go to the nearest thing that can be used, and OK uses it, as a click would. */
export function steer(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const here = document.activeElement;
  const way = ARROWS[event.key];
  if (isBack(event)) goBack();
  else if (way && !(isTyped(here) && way[0])) {
    const next = nextThing(here, way);
    if (!next) return; // then the page scrolls
    next.focus();
  } else if (event.key === "Enter" && here instanceof HTMLSelectElement) here.showPicker();
  else if (event.key === "Enter" && here instanceof HTMLInputElement && /checkbox|radio/.test(here.type)) here.click();
  else return;
  event.preventDefault();
}

function nextThing(here: Element | null, way: [number, number]): HTMLElement | null {
  const over = [...document.querySelectorAll("dialog[open], :popover-open")].at(-1);
  const inside = over ?? document.body;
  const things = [...inside.querySelectorAll<HTMLElement>(THINGS)].filter((thing) => thing.checkVisibility({ visibilityProperty: true }));
  const isLost = !here || here === document.body || here.matches("main, [tabindex='-1']") || !inside.contains(here);
  if (!isLost) return nearest(here, way, things);
  return things.find((thing) => thing.closest("main")) ?? things[0] ?? null;
}

const isTyped = (here: Element | null) => here instanceof HTMLInputElement && !/checkbox|radio|range|button/.test(here.type);

const isBack = ({ key, keyCode }: KeyboardEvent) => BACK.includes(key) || BACK_OF_TELEVISIONS.includes(keyCode);

function goBack(): void {
  const over = [...document.querySelectorAll<HTMLElement>("dialog[open], :popover-open")].at(-1);
  if (over instanceof HTMLDialogElement) over.close();
  else if (over) over.hidePopover();
  else history.back();
}
