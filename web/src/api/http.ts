import { keepContribution, newContribution } from "../chance/contribution";
import { hasTables, houseFor, opensHere, ownHouse, server, type House } from "./house";
import { isSite } from "./place";
import type {
  ChanceProof,
  Door,
  Figure,
  Game,
  GameDetails,
  PersonalData,
  Kit,
  Language,
  Me,
  NewTable,
  Phase,
  Puzzle,
  Refusal,
  Replay,
  TableSummary,
} from "./types";
import type {
  NoticeSettings,
  NoticeSettingsRequest,
  JoinedAs,
  ChallengeDay,
  ChampionList,
  DeviceList,
  JoinPreview,
  JoinLink,
  JoinRequest,
  PasskeyOptions,
  RecoveryPhrase,
  ReviewShape,
  Statistics,
  NoticesStopped,
  TableNotices,
  KitTrial,
  KitTrialRequest,
} from "./wire";

/** A request that the server refused, with its message for the person; or a network failure. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly detail = "",
  ) {
    super(message);
  }
}

async function answered(path: string, init?: RequestInit, by?: House): Promise<Response> {
  let answer: Response;
  try {
    const house = by ?? (await houseFor(path));
    answer = await house.ask(path, init).catch((error: unknown) => {
      if (by || init || house !== server || !canSayItself(path)) throw error;
      // only safe requests are repeated: the server may have processed the first one
      return ownHouse().then((own) => own.ask(path));
    });
  } catch {
    throw new Refused("offline", "");
  }
  if (!answer.ok) {
    const refusal = (await answer.json().catch(() => null)) as Refusal | null;
    throw new Refused(refusal?.code ?? `http_${answer.status}`, refusal?.error ?? "", refusal?.detail);
  }
  return answer;
}

/** Whether this device can answer a request when the server is unreachable. */
const canSayItself = (path: string) => /^\/api\/(games|me$|tables\?)/.test(path);

async function ask<T>(path: string, init?: RequestInit, by?: House): Promise<T> {
  return (await (await answered(path, init, by)).json().catch(() => null)) as T;
}

/** Download a file and its name. */
export async function saved(path: string, init?: RequestInit, by?: House): Promise<{ name: string; content: Blob }> {
  const answer = await answered(path, init, by);
  const name = /filename="([^"]*)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? new URL(answer.url).pathname.split("/").pop()!;
  return { name, content: await answer.blob() };
}

const inJson = (method: "POST" | "PUT", body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

function send<T>(method: "POST" | "PUT", path: string, body: unknown): Promise<T> {
  return ask(path, inJson(method, body));
}

/** A table of this person, and whether it is stored on this device. */
export type MyTable = TableSummary & { here: boolean };

export const api = {
  door: () => ask<Door>("/api/door"),
  openDoor: (address: string, language: Language) => send<Door>("POST", `/api/door?language=${language}`, { address }),
  me: () => ask<Me>("/api/me"),
  rename: (name: string, language: Language) => ask<Me>(`/api/me?language=${language}`, { ...inJson("PUT", { name }), keepalive: true }),
  /** The tables on the server and on this device. */
  myTables: async (language: Language): Promise<MyTable[]> => {
    const asked = (house: House) =>
      ask<{ tables: TableSummary[] }>(`/api/me/tables?language=${language}`, undefined, house).then((all) => all.tables);
    const here = hasTables() ? await asked(await ownHouse()).catch(() => []) : [];
    const ids = new Set(here.map(({ id }) => id)); // a table that is being moved may be in both places
    const there = isSite ? [] : await asked(server).catch((error: unknown) => (opensHere() ? [] : Promise.reject(error as Error)));
    const all = [
      ...here.map((table) => ({ ...table, here: true })),
      ...there.filter(({ id }) => !ids.has(id)).map((table) => ({ ...table, here: false })),
    ];
    return all.sort((a, b) => b.changed.localeCompare(a.changed));
  },
  forget: (table: string) => ask<null>(`/api/me/tables/${encodeURIComponent(table)}`, { method: "DELETE" }),
  myData: (language: Language) => ask<PersonalData>(api.myDataAddress(language)),
  myDataAddress: (language: Language) => `/api/me/data?language=${language}`,
  forgetMe: (language: Language) => ask<Me>(`/api/me?language=${language}`, { method: "DELETE" }),
  /**
   * Send the settings stored in the browser to the server. The request survives leaving the page
   * (`keepalive`).
   */
  keep: (kept: Record<string, string>) => ask<null>("/api/me/kept", { ...inJson("PUT", { kept }), keepalive: true }),
  devices: () => ask<DeviceList>("/api/me/devices"),
  signOut: (device: string | null, language: Language) =>
    ask<DeviceList>(`/api/me/devices${device ? `/${encodeURIComponent(device)}` : ""}?language=${language}`, { method: "DELETE" }),
  makeLink: (language: Language) => send<JoinLink>("POST", `/api/me/link?language=${language}`, {}),
  makePhrase: (language: Language) => send<RecoveryPhrase>("POST", `/api/me/phrase?language=${language}`, {}),
  dropPhrase: (language: Language) => ask<null>(`/api/me/phrase?language=${language}`, { method: "DELETE" }),
  beginPasskey: (language: Language) => send<PasskeyOptions>("POST", `/api/me/passkeys/begin?language=${language}`, {}),
  addPasskey: (credential: Record<string, unknown>, language: Language) =>
    send<DeviceList>("POST", `/api/me/passkeys?language=${language}`, { credential }),
  removePasskey: (id: string, language: Language) =>
    ask<null>(`/api/me/passkeys/${encodeURIComponent(id)}?language=${language}`, { method: "DELETE" }),
  lookAtLink: (link: string, language: Language) => send<JoinPreview>("POST", `/api/join/look?language=${language}`, { link }),
  askPasskey: (language: Language) => send<PasskeyOptions>("POST", `/api/join/passkey?language=${language}`, {}),
  join: (wish: Partial<JoinRequest>, language: Language) => send<JoinedAs>("POST", `/api/join?language=${language}`, wish),
  calls: (language: Language) => ask<NoticeSettings>(`/api/me/calls?language=${language}`),
  wishCalls: (wishes: NoticeSettingsRequest, language: Language) => send<NoticeSettings>("PUT", `/api/me/calls?language=${language}`, wishes),
  addWay: (kind: "push" | "mail" | "hook", wish: Record<string, unknown>, language: Language) =>
    send<NoticeSettings>("POST", `/api/me/calls/${kind}?language=${language}`, wish),
  removeWay: (id: string, language: Language) => ask<NoticeSettings>(`/api/me/calls/${id}?language=${language}`, { method: "DELETE" }),
  tryWay: (id: string, language: Language) => send<NoticeSettings>("POST", `/api/me/calls/${id}/try?language=${language}`, {}),
  tableCalls: (table: string) => ask<TableNotices>(`/api/me/tables/${encodeURIComponent(table)}/calls`),
  callForTable: (table: string, on: boolean, language: Language) =>
    send<TableNotices>("PUT", `/api/me/tables/${encodeURIComponent(table)}/calls?language=${language}`, { on }),
  confirmMail: (token: string, language: Language) => send<NoticesStopped>("POST", `/api/calls/confirm?language=${language}`, { token }),
  stopCalls: (pass: string, language: Language) =>
    ask<NoticesStopped>(`/api/calls/stop?language=${language}&pass=${encodeURIComponent(pass)}`, { method: "POST" }),
  games: (language: Language) => ask<{ games: Game[] }>(`/api/games?language=${language}`).then((all) => all.games),
  game: (id: string, language: Language) => ask<GameDetails>(`/api/games/${encodeURIComponent(id)}?language=${language}`),
  figures: (id: string) => ask<{ figures: Record<string, Figure> }>(`/api/games/${encodeURIComponent(id)}/figures`).then((all) => all.figures),
  puzzles: (id: string, date: string, language: Language) =>
    ask<{ puzzles: Puzzle[] }>(`/api/games/${encodeURIComponent(id)}/puzzles?date=${date}&language=${language}`).then((all) => all.puzzles),
  statistics: (language: Language) => ask<Statistics>(`/api/me/statistics?language=${language}`),
  myGamesAddress: (kind: "csv" | "json") => `/api/me/games/${kind}`,
  champions: (game: string | null, language: Language) => ask<ChampionList>(`/api/champions?${game ? `game=${game}&` : ""}language=${language}`),
  chooseRated: (rated: boolean, language: Language) => send<{ rated: boolean }>("PUT", `/api/me/rated?language=${language}`, { rated }),
  challenges: (date: string | null, language: Language) => ask<ChallengeDay>(`/api/challenges?${date ? `date=${date}&` : ""}language=${language}`),
  takeUp: (date: string, game: string, language: Language) =>
    ask<{ id: string }>(`/api/challenges/${encodeURIComponent(date)}/${encodeURIComponent(game)}?language=${language}`, { method: "POST" }),
  publicTables: (game: string, language: Language) =>
    ask<{ tables: TableSummary[] }>(`/api/tables?game=${encodeURIComponent(game)}&language=${language}`).then((all) => all.tables),
  kit: (game: string, wish: { kit: Kit } | { source: string }, language: Language) =>
    send<{ kit: Kit; source: string }>("POST", `/api/games/${encodeURIComponent(game)}/kit?language=${language}`, wish),
  /** How games with a kit begin, and the compiled players for them. */
  trial: (game: string, wish: KitTrialRequest, language: Language) =>
    send<KitTrial>("POST", `/api/games/${encodeURIComponent(game)}/trial?language=${language}`, wish),
  module: (game: string) => answered(`/api/games/${encodeURIComponent(game)}/module`).then((answer) => answer.arrayBuffer()),
  /** A printable game, with a kit that no table uses yet. */
  printed: (game: string, kit: Kit, language: Language) => saved(api.printAddress(game, null, language), inJson("POST", { kit })),
  open: async (table: NewTable, language: Language) => {
    const contribution = newContribution();
    const wish = { ...table, contribution };
    const opened = await send<{ id: string; version: number; phase: Phase }>("POST", `/api/tables?language=${language}`, wish);
    if (table.seats.some(({ kind }) => kind === "me")) keepContribution(opened.id, contribution);
    return opened;
  },
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
  /**
   * Export and import of a table as a file. The import goes to this device if there is no server, else to the
   * server.
   */
  parcelAddress: (table: string) => `/api/tables/${encodeURIComponent(table)}/parcel`,
  unpack: async (file: Blob, language: Language, by?: House) =>
    ask<{ id: string }>(
      `/api/tables/parcel?language=${language}`,
      { method: "POST", headers: { "content-type": "application/json" }, body: await file.text() },
      by,
    ),
  /**
   * Move a table from this device to the server, deleting it here once the server has stored it. Returns its
   * id there.
   */
  bring: async (table: string, language: Language) => {
    const here = await ownHouse();
    const { content } = await saved(api.parcelAddress(table), undefined, here);
    const { id } = await api.unpack(content, language, server);
    await ask<null>(`/api/me/tables/${encodeURIComponent(table)}`, { method: "DELETE" }, here);
    return id;
  },
  /** Move a table from the server to this device, deleting it there once it is stored here. */
  takeAlong: async (table: string, language: Language) => {
    const { content } = await saved(api.parcelAddress(table), undefined, server);
    await api.unpack(content, language, await ownHouse());
    await ask<null>(`/api/me/tables/${encodeURIComponent(table)}`, { method: "DELETE" }, server);
  },
  recordAddress: (table: string) => `/api/tables/${encodeURIComponent(table)}/record`,
};
