import { announce } from "../games/registry";
import { api } from "./http";
import type { Figure, Game, GameDetails, Language } from "./types";

/** Cache of the game lists. Games do not change while a page is open, so each list is requested once. */
const lists = new Map<Language, Promise<Game[]>>();
const figures = new Map<string, Promise<Record<string, Figure>>>();
const details = new Map<string, Promise<GameDetails>>();

function once<Key, Value>(kept: Map<Key, Promise<Value>>, key: Key, ask: () => Promise<Value>): Promise<Value> {
  let answer = kept.get(key);
  if (!answer) {
    answer = ask();
    answer.catch(() => kept.delete(key));
    kept.set(key, answer);
  }
  return answer;
}

export function gamesIn(language: Language): Promise<Game[]> {
  return once(lists, language, async () => {
    const games = await api.games(language);
    games.forEach(announce);
    return games;
  });
}

export function gameIn(id: string, language: Language): Promise<GameDetails> {
  return once(details, `${language}/${id}`, async () => {
    const game = await api.game(id, language);
    announce(game);
    return game;
  });
}

export function figuresOf(id: string): Promise<Record<string, Figure>> {
  return once(figures, id, () => api.figures(id));
}
