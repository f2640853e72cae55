/** Where this page comes from. `ludothek site` and the server write it into `index.html`. */
const { dataset } = document.documentElement;

/** Whether it is a folder of files, with no server behind it. */
export const isSite = "site" in dataset;

/** The path under which a server stands, with a slash at its end; a proxy may show it below another site. */
export const base = dataset.root ?? "/";

/** Where something of the server lies, by its path in docs/interface.md. */
export const at = (path: string): string => base + path.replace(/^\//, "");

/** Where a file of the pages lies, as a picture names it: without the host, which a phone at home knows by another name. */
export const file = (name: string): string => (isSite ? name : at(name));

/** The folder of the pages. */
export const root = new URL(isSite ? "." : base, document.baseURI).href;

/** The archive of the Python that these pages belong to, and its bytes; nothing where the pages are tried out by themselves. */
export const python = dataset.python?.startsWith("runtime/") ? { address: new URL(dataset.python, root).href, bytes: Number(dataset.bytes) } : null;
