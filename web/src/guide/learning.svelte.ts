import { store, stored } from "../shell/stored";

const KEPT_AS = "ludothek.guides";
const isList = (lessons: unknown): lessons is string[] => Array.isArray(lessons);

/** For each game that the person is learning on this device: the lessons shown so far. */
class Learning {
  private games: Record<string, string[]> = $state(stored(KEPT_AS, isList));
  /** How the card is shown: when it has a lesson, always, or not at all. */
  card: "speaking" | "called" | "folded" = $state("speaking");
  /** Whether it has a lesson to show. */
  speaks = $state(false);

  /** Whether the guide of this game is switched on. */
  isOn(game: string): boolean {
    return game in this.games;
  }

  had(game: string): readonly string[] {
    return this.games[game] ?? [];
  }

  /** Start from the first lesson, also when it was completed before. */
  begin(game: string): void {
    this.games[game] = [];
    this.card = "speaking";
    this.keep();
  }

  stop(game: string): void {
    delete this.games[game];
    this.keep();
  }

  tick(game: string, lesson: string): void {
    if (this.isOn(game)) this.games[game] = [...this.had(game), lesson];
    this.keep();
  }

  private keep(): void {
    store(KEPT_AS, this.games);
  }
}

export const learning = new Learning();
