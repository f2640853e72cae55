import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

import type { Plugin } from "vite";

const FILES = { wasm: "pyodide.asm.wasm.gz", stdlib: "python_stdlib.zip.gz", msgspec: "msgspec.gz", paper: "paper.gz" };
const NAME = "virtual:runtime";

/**
 * Serve the files of the Python runtime under content-hashed names and inject their addresses into the pages.
 * `tools/runtime.py` prepares the files; without them (as in development) the pages are built without support
 * for tables on the device.
 */
export function runtime(): Plugin {
  const folder = new URL("runtime/", import.meta.url);
  const isReady = Object.values(FILES).every((name) => existsSync(new URL(name, folder)));
  const named = (name: string, content: Buffer) => {
    const [first = "", ...rest] = name.split(".");
    return `runtime/${first}-${createHash("sha256").update(content).digest("hex").slice(0, 12)}.${rest.join(".")}`;
  };
  return {
    name: "runtime",
    enforce: "pre",
    resolveId(id) {
      return id === NAME ? `\0${NAME}` : null;
    },
    load(id) {
      if (id !== `\0${NAME}`) return null;
      if (!isReady) return "export const files = null;";
      const files = Object.entries(FILES).map(([what, name]) => {
        const content = readFileSync(new URL(name, folder));
        return [what, { address: named(name, content), bytes: content.byteLength }];
      });
      return `export const files = ${JSON.stringify(Object.fromEntries(files))};`;
    },
    generateBundle(_, bundle) {
      // the bundle ships compressed (see below)
      for (const name of Object.keys(bundle)) if (/pyodide\.asm-.*\.wasm$/.test(name)) delete bundle[name];
      if (!isReady) return this.warn("web/runtime is empty: these pages cannot play without a server (make web fills it)");
      for (const name of Object.values(FILES)) {
        const source = readFileSync(new URL(name, folder));
        this.emitFile({ type: "asset", fileName: named(name, source), source });
      }
    },
  };
}
