/** Where this page was served from. `ludothek site` and the server write it into `index.html`. */
const { dataset } = document.documentElement;

/** Whether the pages are static files, without a server. */
export const isSite = "site" in dataset;

/** The base path of the server, ending in a slash; a proxy may mount it below another site. */
export const base = dataset.root ?? "/";

/** The address of a server resource, by its path in docs/interface.md. */
export const at = (path: string): string => base + path.replace(/^\//, "");

/**
 * The address of a file of the pages, without the host: a phone on the local network reaches it under another
 * name.
 */
export const file = (name: string): string => (isSite ? name : at(name));

/** The folder of the pages. */
export const root = new URL(isSite ? "." : base, document.baseURI).href;

/**
 * The Python archive that belongs to these pages, with its size; null in a development server without
 * one.
 */
export const python = dataset.python?.startsWith("runtime/") ? { address: new URL(dataset.python, root).href, bytes: Number(dataset.bytes) } : null;
