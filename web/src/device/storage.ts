/**
 * The tables of this device, in the browser's own database. Two tabs may write at once: an entry's number is taken once, and whoever comes second is
 * told so. What `write` calls kept is on the disk.
 */
export type Written = "kept" | "taken" | "full" | "forbidden";

export interface Storage {
  /** `change` is what the entries change of the table's standing, as JSON: server/device/drawer.py. */
  write(table: string, after: number, entries: string, change: string): Promise<Written>;
  facts(table: string): Promise<string | undefined>;
  entries(table: string, after: number): Promise<string>;
  standings(ids: string): Promise<string>;
  tables(): Promise<string>;
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
}

/** The standing after so many more entries; nothing where somebody else was first, or the table is there already. */
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
      const all = this.database.transaction(["tables", "entries"], "readwrite", { durability: "strict" });
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

  forget(table: string): Promise<void> {
    return this.changing(["tables", "entries", "notes"], (all) => {
      all.objectStore("tables").delete(table);
      all.objectStore("entries").delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
      for (const language of ["de", "en"]) all.objectStore("notes").delete(`${language}/${table}`);
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

function newestFirst(found: Standing[]): string[] {
  return found.sort((a, b) => b.changed - a.changed).map(({ table }) => table);
}

/** Where the browser keeps nothing, as some do in private windows: for as long as the page is open. */
export class Lap implements Storage {
  private readonly all = new Map<string, { standing: Standing; entries: string[] }>();
  private readonly notes = new Map<string, string>();

  write(table: string, after: number, entries: string, change: string): Promise<Written> {
    const before = this.all.get(table);
    const added = (JSON.parse(entries) as unknown[]).map((entry) => JSON.stringify(entry));
    const standing = standingAfter(before?.standing, table, after, added.length, change);
    if (!standing) return Promise.resolve("taken");
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

  forget(table: string): Promise<void> {
    this.all.delete(table);
    return Promise.resolve();
  }

  tell(what: string, text: string): Promise<void> {
    this.notes.set(what, text);
    return Promise.resolve();
  }
}
