import { store, stored } from "../shell/stored";

const KEPT_AS = "ludothek.guides";
const isList = (lessons: unknown): lessons is string[] => Array.isArray(lessons);

/** For each game that a person is learning on this device: the lessons they have had. */
class Learning {
  private games: Record<string, string[]> = $state(stored(KEPT_AS, isList));
  /** How the card is shown: when it has something to say, always, or not at all. */
  card: "speaking" | "called" | "folded" = $state("speaking");
  /** Whether it has something to say. */
  speaks = $state(false);

  /** Whether the guide of this game is on. */
  isOn(game: string): boolean {
    return game in this.games;
  }

  had(game: string): readonly string[] {
    return this.games[game] ?? [];
  }

  /** From the beginning, also for the second time. */
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
