/**
 * The tables of this device, in the browser's own database. Two tabs may write at once: an entry's number is taken once, and whoever comes second is
 * told so. What `write` calls kept is on the disk.
 */
export type Written = "kept" | "taken" | "full" | "forbidden";

export interface Storage {
  /** `change` is what the entries change of the table's standing, as JSON: page/indexeddb_journal.py. */
  write(table: string, after: number, entries: string, change: string): Promise<Written>;
  facts(table: string): Promise<string | undefined>;
  entries(table: string, after: number): Promise<string>;
  standings(ids: string): Promise<string>;
  tables(): Promise<string>;
  /** Everybody's one try at a challenge that counts stays known when its table is gone. */
  counted(): Promise<string>;
  settle(challenge: string, table: string, result: string): Promise<void>;
  /** How a game that is over was played, as Python writes it: kept for as long as its table. */
  remember(table: string, content: string): Promise<void>;
  remembered(): Promise<string>;
  forget(table: string): Promise<void>;
  person(): Promise<string | undefined>;
  keep_person(person: string): Promise<void>;
  /** What was last told of something, so that it can be told again before Python runs. */
  told(what: string): Promise<string | undefined>;
  tell(what: string, text: string): Promise<void>;
}

/** How far a table is. */
interface Standing {
  table: string;
  facts: string;
  phase: string;
  number: number;
  version: number;
  changed: number;
}

interface Change {
  facts: string | null;
  phase: string | null;
  shown: number;
  changed: number;
  counted: string | null;
}

/** Of a counted try: the challenge, its table, when that was opened, and what came of it. */
type Counted = [string, string, number, string];
const COUNTED = "counted ";
const PLAYED = "played ";

/** The standing after these entries; nothing where somebody else was first, or the table is there already. */
function standingAfter(before: Standing | undefined, table: string, after: number, added: number, text: string): Standing | null {
  const { facts, phase, shown, changed } = JSON.parse(text) as Change;
  if (facts !== null && before) return null;
  before ??= { table, facts: facts ?? "", phase: "", number: facts === null ? NaN : 0, version: 0, changed };
  if (before.number !== after) return null;
  return { ...before, phase: phase ?? before.phase, number: after + added, version: before.version + shown, changed };
}

const NAME = "ludothek";
const VERSION = 1;

export async function openStorage(): Promise<Storage> {
  return new Drawers(await opened());
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore("tables", { keyPath: "table" });
      database.createObjectStore("entries"); // by [table, number]
      database.createObjectStore("notes");
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close(); // a newer page in another tab
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("no storage"));
    request.onblocked = () => reject(new Error("another tab holds an older version open"));
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the request failed"));
  });
}

class Drawers implements Storage {
  constructor(private readonly database: IDBDatabase) {}

  write(table: string, after: number, entries: string, change: string): Promise<Written> {
    return new Promise((resolve) => {
      let written: Written = "kept";
      const all = this.database.transaction(["tables", "entries", "notes"], "readwrite", { durability: "strict" });
      const [tables, kept] = [all.objectStore("tables"), all.objectStore("entries")];
      all.oncomplete = () => resolve("kept");
      all.onabort = () => resolve(written !== "kept" ? written : all.error?.name === "QuotaExceededError" ? "full" : "forbidden");
      const found = tables.get(table) as IDBRequest<Standing | undefined>;
      found.onsuccess = () => {
        const added = JSON.parse(entries) as unknown[];
        const standing = standingAfter(found.result, table, after, added.length, change);
        if (!standing) {
          written = "taken";
          all.abort();
          return;
        }
        const { counted, changed } = JSON.parse(change) as Change;
        if (counted !== null) {
          const claimed = all.objectStore("notes").add(JSON.stringify([counted, table, changed, ""] satisfies Counted), COUNTED + counted);
          claimed.onerror = () => (written = "taken"); // there is one already, and nothing of this is kept
        }
        added.forEach((entry, index) => kept.add(JSON.stringify(entry), [table, after + index + 1]));
        tables.put(standing);
      };
    });
  }

  async facts(table: string): Promise<string | undefined> {
    return ((await done(this.reading("tables").get(table))) as Standing | undefined)?.facts;
  }

  async entries(table: string, after: number): Promise<string> {
    const found = (await done(this.reading("entries").getAll(IDBKeyRange.bound([table, after + 1], [table, Infinity])))) as string[];
    return `[${found.join()}]`;
  }

  async tables(): Promise<string> {
    const found = (await done(this.reading("tables").getAll())) as Standing[];
    return JSON.stringify(newestFirst(found));
  }

  async standings(ids: string): Promise<string> {
    const tables = this.reading("tables");
    const found = await Promise.all((JSON.parse(ids) as string[]).map((id) => done(tables.get(id)) as Promise<Standing | undefined>));
    return JSON.stringify(found.filter((standing) => standing));
  }

  counted(): Promise<string> {
    return this.notesOf(COUNTED);
  }

  remembered(): Promise<string> {
    return this.notesOf(PLAYED);
  }

  remember(table: string, content: string): Promise<void> {
    return this.tell(PLAYED + table, JSON.stringify([table, content]));
  }

  /** All that begins so, a list in JSON. */
  private async notesOf(kind: string): Promise<string> {
    const found = (await done(this.reading("notes").getAll(IDBKeyRange.bound(kind, `${kind}\uffff`)))) as string[];
    return `[${found.filter(isJson).join()}]`;
  }

  async settle(challenge: string, table: string, result: string): Promise<void> {
    const [, kept, at] = JSON.parse((await this.told(COUNTED + challenge)) ?? "[]") as Counted;
    if (kept === table) await this.tell(COUNTED + challenge, JSON.stringify([challenge, table, at, result] satisfies Counted));
  }

  forget(table: string): Promise<void> {
    return this.changing(["tables", "entries", "notes"], (all) => {
      all.objectStore("tables").delete(table);
      all.objectStore("entries").delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
      for (const note of [`de/${table}`, `en/${table}`, `review/${table}`, PLAYED + table]) all.objectStore("notes").delete(note);
    });
  }

  person(): Promise<string | undefined> {
    return this.told("person");
  }

  keep_person(person: string): Promise<void> {
    return this.tell("person", person);
  }

  told(what: string): Promise<string | undefined> {
    return done(this.reading("notes").get(what)) as Promise<string | undefined>;
  }

  tell(what: string, text: string): Promise<void> {
    return this.changing(["notes"], (all) => all.objectStore("notes").put(text, what));
  }

  private reading(store: string): IDBObjectStore {
    return this.database.transaction(store).objectStore(store);
  }

  private changing(stores: string[], change: (all: IDBTransaction) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const all = this.database.transaction(stores, "readwrite");
      all.oncomplete = () => resolve();
      all.onabort = () => reject(all.error ?? new Error("not kept"));
      change(all);
    });
  }
}

/** One note that cannot be read makes no list of them unreadable. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function newestFirst(found: Standing[]): string[] {
  return found.sort((a, b) => b.changed - a.changed).map(({ table }) => table);
}

/** Where the browser keeps nothing, as some do in private windows: for as long as the page is open. */
export class Lap implements Storage {
  private readonly all = new Map<string, { standing: Standing; entries: string[] }>();
  private readonly notes = new Map<string, string>();
  private readonly tries = new Map<string, Counted>();
  private readonly played = new Map<string, string>();

  write(table: string, after: number, entries: string, change: string): Promise<Written> {
    const before = this.all.get(table);
    const added = (JSON.parse(entries) as unknown[]).map((entry) => JSON.stringify(entry));
    const standing = standingAfter(before?.standing, table, after, added.length, change);
    const { counted, changed } = JSON.parse(change) as Change;
    if (!standing || (counted !== null && this.tries.has(counted))) return Promise.resolve("taken");
    if (counted !== null) this.tries.set(counted, [counted, table, changed, ""]);
    this.all.set(table, { standing, entries: [...(before?.entries ?? []), ...added] });
    return Promise.resolve("kept");
  }

  facts = (table: string) => Promise.resolve(this.all.get(table)?.standing.facts);
  standings = (ids: string) => Promise.resolve(JSON.stringify((JSON.parse(ids) as string[]).flatMap((id) => this.all.get(id)?.standing ?? [])));
  entries = (table: string, after: number) => Promise.resolve(`[${this.all.get(table)?.entries.slice(after).join() ?? ""}]`);
  tables = () => Promise.resolve(JSON.stringify(newestFirst([...this.all.values()].map(({ standing }) => standing))));
  person = () => this.told("person");
  keep_person = (person: string) => this.tell("person", person);
  told = (what: string) => Promise.resolve(this.notes.get(what));
  counted = () => Promise.resolve(JSON.stringify([...this.tries.values()]));
  remembered = () => Promise.resolve(JSON.stringify([...this.played]));

  settle(challenge: string, table: string, result: string): Promise<void> {
    const kept = this.tries.get(challenge);
    if (kept?.[1] === table) kept[3] = result;
    return Promise.resolve();
  }

  remember(table: string, content: string): Promise<void> {
    this.played.set(table, content);
    return Promise.resolve();
  }

  forget(table: string): Promise<void> {
    this.all.delete(table);
    this.played.delete(table);
    return Promise.resolve();
  }

  tell(what: string, text: string): Promise<void> {
    this.notes.set(what, text);
    return Promise.resolve();
  }
}
