import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

import { MINIMUM } from "./minimum";
import { runtime } from "./runtime";

/** Files that only tables on the device need: large, so cached on use instead of at installation. */
const FOR_PYTHON = /^(assets\/worker-|runtime\/)/;

/** Generate sw.js from its template, with the names of the built files to cache for offline use. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const names = Object.keys(bundle).sort();
      const built = names.filter((name) => name.startsWith("assets/") && !FOR_PYTHON.test(name));
      const source = readFileSync(new URL("src/service-worker.js", import.meta.url), "utf8")
        .replace("__FILES__", JSON.stringify(built))
        .replace("__RUNTIME__", JSON.stringify(names.filter((name) => FOR_PYTHON.test(name))))
        .replace("__BUILD__", createHash("sha256").update(built.join()).digest("hex").slice(0, 12));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

/**
 * Reference files from the root, as a server serves the page at any path. (`ludothek site` makes the
 * references relative.)
 */
function fromTheRoot(): Plugin {
  return {
    name: "from-the-root",
    apply: "build",
    transformIndexHtml: { order: "post", handler: (page) => page.replaceAll('="./', '="/') },
  };
}

/**
 * Bundle what boards share, except what the text view needs too, as one file: on a phone many small requests
 * cost more than their bytes.
 */
const SHARED = { name: "shared", test: /src\/board\/(?!apart|motion|pacer|talk)/, includeDependenciesRecursively: false };

const server = process.env.LUDOTHEK_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "./",
  plugins: [svelte(), runtime(), fromTheRoot(), serviceWorker()],
  worker: { format: "es", plugins: () => [runtime()] },
  build: {
    outDir: "../src/ludothek/server/static",
    emptyOutDir: true,
    target: "es2022",
    // light-dark() is compiled for older browsers
    cssTarget: Object.entries(MINIMUM).map(([browser, version]) => `${browser}${version}`),
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [SHARED] } } },
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/schema": server, "/health": server } },
});
