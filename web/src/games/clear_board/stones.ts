type Cells = Record<string, "white" | "black" | null>;
export interface Lying {
  id: string;
  cell: string;
  colour: "white" | "black";
}

/**
 * Track stones from view to view: a stone that jumped is the same stone elsewhere. Its id is its first cell.
 */
export class Stones {
  private lying: Lying[] = [];
  private made = 0;

  follow(cells: Cells): Lying[] {
    const stays = this.lying.filter(({ cell, colour }) => cells[cell] === colour);
    const left = this.lying.filter((stone) => !stays.includes(stone));
    const taken = new Set(stays.map(({ cell }) => cell));
    const come = Object.entries(cells).flatMap(([cell, colour]) => (colour && !taken.has(cell) ? [{ cell, colour }] : []));
    for (const { cell, colour } of come) {
      const jumper = left.findIndex((stone) => stone.colour === colour && distance(stone.cell, cell) === 2);
      const [same] = jumper < 0 ? [] : left.splice(jumper, 1);
      stays.push({ id: same?.id ?? `${cell} ${(this.made += 1)}`, cell, colour });
    }
    this.lying = stays;
    return stays;
  }
}

function distance(one: string, other: string): number {
  return Math.abs(one.charCodeAt(0) - other.charCodeAt(0)) + Math.abs(Number(one[1]) - Number(other[1]));
}
