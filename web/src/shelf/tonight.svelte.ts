import type { Game } from "../api/types";

/** Whatever fits. */
export const ANY = 0;
export const LENGTHS = [10, 20, 30];

/** The two questions that people ask before they choose a game; what they answer is kept while they look around. */
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

/** As we would hand them to guests: something for everybody first, for one alone last. Games from elsewhere follow. */
const ORDER = ["squid", "museum", "torris", "five_in_a_row", "safehouse", "number_poker", "shell_game", "clear_board"];

export function ordered(games: Game[]): Game[] {
  const place = ({ id }: Game) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);
  return [...games].sort((a, b) => place(a) - place(b));
}
