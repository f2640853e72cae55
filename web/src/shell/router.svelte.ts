import { at, base, isSite } from "../api/place";

/**
 * The pages and their addresses. Addresses must stay stable: an invitation link must still work next year.
 */
export type Route =
  | { page: "shelf" }
  | { page: "game"; game: string }
  | { page: "rules"; game: string }
  | { page: "table"; table: string }
  | { page: "replay"; table: string }
  | { page: "screen"; table: string }
  | { page: "tables" }
  | { page: "mine" }
  | { page: "devices" }
  | { page: "join" }
  | { page: "tv" }
  | { page: "calls" }
  | { page: "confirm" }
  | { page: "stop" }
  | { page: "mygames" }
  | { page: "challenges"; date: string | null }
  | { page: "nowhere" };

export function routeOf(path: string): Route {
  const [first, id, more, ...rest] = path.split("/").filter(Boolean).map(decodePart);
  if (rest.length) return { page: "nowhere" };
  if (first === undefined) return { page: "shelf" };
  if (first === "tables" && id === undefined) return { page: "tables" };
  if (first === "tv" && id === undefined) return { page: "tv" };
  if (first === "me" && id === undefined) return { page: "mine" };
  if (first === "me" && id === "devices" && more === undefined) return { page: "devices" };
  if (first === "me" && id === "calls" && more === undefined) return { page: "calls" };
  if ((first === "join" || first === "confirm" || first === "stop") && id === undefined) return { page: first };
  if (first === "me" && id === "games" && more === undefined) return { page: "mygames" };
  if (first === "challenges" && more === undefined) return { page: "challenges", date: id ?? null };
  if (first === "games" && id !== undefined && more === undefined) return { page: "game", game: id };
  if (first === "games" && id !== undefined && more === "rules") return { page: "rules", game: id };
  if (first === "t" && id !== undefined && more === undefined) return { page: "table", table: id };
  if (first === "t" && id !== undefined && more === "replay") return { page: "replay", table: id };
  if (first === "t" && id !== undefined && more === "screen") return { page: "screen", table: id };
  return { page: "nowhere" };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Static files have a single address, so routes are in the hash. */
const home = isSite ? "#/" : base;

export const links = {
  shelf: () => home,
  tables: () => `${home}tables`,
  mine: () => `${home}me`,
  devices: () => `${home}me/devices`,
  calls: () => `${home}me/calls`,
  /** The pass is in the hash, which is sent to no server and appears in no log. */
  join: (pass = "") => `${home}join${pass && `#${pass}`}`,
  myGames: () => `${home}me/games`,
  challenges: (date?: string) => `${home}challenges${date ? `/${encodeURIComponent(date)}` : ""}`,
  game: (id: string) => `${home}games/${encodeURIComponent(id)}`,
  rules: (id: string) => `${home}games/${encodeURIComponent(id)}/rules`,
  table: (id: string) => `${home}t/${encodeURIComponent(id)}`,
  replay: (id: string) => `${home}t/${encodeURIComponent(id)}/replay`,
  screen: (id: string) => `${home}t/${encodeURIComponent(id)}/screen`,
};

/** The address of the current route, from the path or the hash. */
function shown(): URL {
  if (isSite) return new URL(location.hash.slice(1) || "/", location.origin);
  const inside = location.pathname.startsWith(base) ? location.pathname.slice(base.length - 1) : "/";
  return new URL(inside + location.search, location.origin);
}

class Router {
  path = $state(shown().pathname);
  /**
   * Whether the person has navigated within the pages; only then may a page move the focus to its heading.
   */
  moved = $state(false);
  route = $derived(routeOf(this.path));

  constructor() {
    addEventListener("popstate", () => this.arrive());
    document.addEventListener("click", (event) => this.follow(event));
  }

  go(path: string, { replace = false } = {}): void {
    history[replace ? "replaceState" : "pushState"](null, "", path);
    this.arrive();
    scrollTo(0, 0);
  }

  /** The query string. */
  get search(): URLSearchParams {
    return shown().searchParams;
  }

  /** Replace the query string without navigation. */
  note(search: string): void {
    history.replaceState(null, "", `${isSite ? `#${shown().pathname}` : at(shown().pathname)}${search}`);
  }

  private arrive(): void {
    this.path = shown().pathname;
    this.moved = true;
  }

  /** Handle plain clicks on internal links in the page. */
  private follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (isSite && link.hash.startsWith("#/")) {
      event.preventDefault();
      this.go(link.hash);
      return;
    }
    if (link.hash) return;
    if (!link.pathname.startsWith(base) || /^(api|schema|health|metrics)(\/|$)/.test(link.pathname.slice(base.length))) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
