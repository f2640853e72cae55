export const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const ASIDE = 2.5; // weight of the distance across the direction of the arrow

/** The element to which an arrow key moves: the nearest in that direction; null if there is none. */
export function nearest<Thing extends Element>(here: Element, [dx, dy]: [number, number], things: Iterable<Thing>): Thing | null {
  const from = middle(here);
  let best: Thing | null = null;
  let least = Infinity;
  for (const thing of things) {
    const to = middle(thing);
    const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    const distance = ahead + ASIDE * aside;
    if (thing !== here && ahead > 1 && distance < least) [best, least] = [thing, distance];
  }
  return best;
}

function middle(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
