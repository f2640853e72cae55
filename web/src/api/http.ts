import { house } from "./house";
import type {
  ChanceProof,
  Door,
  Figure,
  Game,
  GameDetails,
  Kept,
  Kit,
  Language,
  Me,
  NewTable,
  Phase,
  Puzzle,
  Refusal,
  Replay,
  Summary,
} from "./types";
import type { ReviewShape } from "./wire";

/** A request that the server refused, with its sentence for the person; or the network's silence. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly detail = "",
  ) {
    super(message);
  }
}

async function answered(path: string, init?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await (await house()).ask(path, init);
  } catch {
    throw new Refused("offline", "");
  }
  if (!answer.ok) {
    const refusal = (await answer.json().catch(() => null)) as Refusal | null;
    throw new Refused(refusal?.code ?? `http_${answer.status}`, refusal?.error ?? "", refusal?.detail);
  }
  return answer;
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await answered(path, init)).json().catch(() => null)) as T;
}

/** A file that is to be saved, and what it is called. */
export async function saved(path: string): Promise<{ name: string; content: Blob }> {
  const answer = await answered(path);
  const name = /filename="([^"]*)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? new URL(answer.url).pathname.split("/").pop()!;
  return { name, content: await answer.blob() };
}

function send<T>(method: "POST" | "PUT", path: string, body: unknown): Promise<T> {
  return ask(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

export const api = {
  door: () => ask<Door>("/api/door"),
  openDoor: (address: string, language: Language) => send<Door>("POST", `/api/door?language=${language}`, { address }),
  me: () => ask<Me>("/api/me"),
  rename: (name: string, language: Language) => send<Me>("PUT", `/api/me?language=${language}`, { name }),
  myTables: (language: Language) => ask<{ tables: Summary[] }>(`/api/me/tables?language=${language}`).then((all) => all.tables),
  forget: (table: string) => ask<null>(`/api/me/tables/${encodeURIComponent(table)}`, { method: "DELETE" }),
  myData: (language: Language) => ask<Kept>(api.myDataAddress(language)),
  myDataAddress: (language: Language) => `/api/me/data?language=${language}`,
  forgetMe: (language: Language) => ask<Me>(`/api/me?language=${language}`, { method: "DELETE" }),
  games: (language: Language) => ask<{ games: Game[] }>(`/api/games?language=${language}`).then((all) => all.games),
  game: (id: string, language: Language) => ask<GameDetails>(`/api/games/${encodeURIComponent(id)}?language=${language}`),
  figures: (id: string) => ask<{ figures: Record<string, Figure> }>(`/api/games/${encodeURIComponent(id)}/figures`).then((all) => all.figures),
  puzzles: (id: string, date: string, language: Language) =>
    ask<{ puzzles: Puzzle[] }>(`/api/games/${encodeURIComponent(id)}/puzzles?date=${date}&language=${language}`).then((all) => all.puzzles),
  publicTables: (game: string, language: Language) =>
    ask<{ tables: Summary[] }>(`/api/tables?game=${encodeURIComponent(game)}&language=${language}`).then((all) => all.tables),
  kit: (game: string, wish: { kit: Kit } | { source: string }, language: Language) =>
    send<{ kit: Kit; source: string }>("POST", `/api/games/${encodeURIComponent(game)}/kit?language=${language}`, wish),
  open: (table: NewTable, language: Language) =>
    send<{ id: string; version: number; phase: Phase }>("POST", `/api/tables?language=${language}`, table),
  replay: (table: string, seat: number | null, language: Language) =>
    ask<Replay>(`/api/tables/${encodeURIComponent(table)}/replay?seat=${seat ?? "none"}&language=${language}`),
  review: (table: string, language: Language) => ask<ReviewShape>(`/api/tables/${encodeURIComponent(table)}/review?language=${language}`),
  beginReview: (table: string, language: Language) =>
    send<ReviewShape>("POST", `/api/tables/${encodeURIComponent(table)}/review?language=${language}`, {}),
  tryAgain: (table: string, moves: number, language: Language) =>
    send<{ id: string }>("POST", `/api/tables/${encodeURIComponent(table)}/try?language=${language}`, { moves }),
  chance: (table: string) => ask<ChanceProof>(`/api/tables/${encodeURIComponent(table)}/chance`),
  printAddress: (game: string, table: string | null, language: Language) =>
    `/api/${table ? `tables/${encodeURIComponent(table)}` : `games/${encodeURIComponent(game)}`}/print?language=${language}`,
  /** A table of this device as a file, and the way back. */
  parcelAddress: (table: string) => `/api/tables/${encodeURIComponent(table)}/parcel`,
  unpack: async (file: Blob, language: Language) =>
    ask<{ id: string }>(`/api/tables/parcel?language=${language}`, { method: "POST", body: await file.text() }),
  recordAddress: (table: string) => `/api/tables/${encodeURIComponent(table)}/record`,
};
