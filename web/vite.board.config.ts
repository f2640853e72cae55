import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/**
 * Build the board of a plug-in game as self-contained files; `ludothek board` passes the source and target
 * folders.
 */
const source = process.env.BOARD_SOURCE ?? "";
const out = process.env.BOARD_OUT ?? "";
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: "injected" }, emitCss: false })],
  resolve: { alias: { ludothek: here("src"), "the-board": source } },
  publicDir: false,
  build: {
    outDir: out,
    emptyOutDir: true,
    target: "es2022",
    reportCompressedSize: false,
    lib: {
      entry: { board: here("board-entry.js"), ...(existsSync(`${source}/guide.ts`) ? { guide: `${source}/guide.ts` } : {}) },
      formats: ["es"],
      fileName: (_, name) => `${name}.js`,
    },
  },
});
