/**
 * The tables of this device, in IndexedDB. Two tabs may write at once: an entry's number can be claimed once,
 * and the second writer gets "taken". "kept" means that the transaction is durable.
 */
export type Written = "kept" | "taken" | "full" | "forbidden";

export interface Storage {
  /** `change` is the change of the table's state by these entries, as JSON: page/indexeddb_journal.py. */
  write(table: string, after: number, entries: string, change: string): Promise<Written>;
  facts(table: string): Promise<string | undefined>;
  entries(table: string, after: number): Promise<string>;
  standings(ids: string): Promise<string>;
  tables(): Promise<string>;
  /** The counted attempts at challenges, which outlive their tables. */
  counted(): Promise<string>;
  settle(challenge: string, table: string, result: string): Promise<void>;
  /** Store how a finished game was played, as serialised by Python; deleted with its table. */
  remember(table: string, content: string): Promise<void>;
  remembered(): Promise<string>;
  forget(table: string): Promise<void>;
  person(): Promise<string | undefined>;
  keep_person(person: string): Promise<void>;
  /** The last stored response for a key, repeated before Python has started. */
  told(what: string): Promise<string | undefined>;
  tell(what: string, text: string): Promise<void>;
}

/** The state of a table. */
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

/** A counted attempt: the challenge, its table, when that was opened, and the result. */
type Counted = [string, string, number, string];
const COUNTED = "counted ";
const PLAYED = "played ";

/**
 * The state after these entries; null on a conflict: another tab wrote first, or the table exists
 * already.
 */
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
      database.createObjectStore("entries"); // key: [table, number]
      database.createObjectStore("notes");
    };
    request.onsuccess = () => {
      // a newer version of the page in another tab
      request.result.onversionchange = () => request.result.close();
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
          // the key exists already: the whole transaction is dropped
          claimed.onerror = () => (written = "taken");
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

  /** All notes with this prefix, as a JSON array. */
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

/** Skip a malformed note, which would make the whole list unreadable. */
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

/**
 * In-memory storage for browsers that persist nothing, such as some private windows; lasts as long as the
 * page.
 */
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
