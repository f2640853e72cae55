import type { Game } from "../api/types";

/** No restriction. */
export const ANY = 0;
export const LENGTHS = [10, 20, 30];

/** The filters of the shelf (players and minutes); they last while the person browses. */
class Tonight {
  people = $state(ANY);
  /** At most this many minutes. */
  minutes = $state(ANY);

  fits(game: Game): boolean {
    const [least, most] = game.seats;
    const forUs = this.people === ANY || (least <= this.people && this.people <= most);
    return forUs && (this.minutes === ANY || (game.minutes !== null && game.minutes <= this.minutes));
  }
}

export const tonight = new Tonight();

/** Curated order: games for everybody first, a game for one person last. Other games follow. */
const ORDER = ["squid", "museum", "torris", "five_in_a_row", "safehouse", "number_poker", "shell_game", "clear_board"];

export function ordered(games: Game[]): Game[] {
  const place = ({ id }: Game) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);
  return [...games].sort((a, b) => place(a) - place(b));
}
