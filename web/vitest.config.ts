import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/**
 * Unit tests of modules that need no page: picker, pacer, names, texts. Pages and boards are tested in a real
 * browser, by tests/e2e.
 */
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] }, // Svelte's runes behave as in a browser
  test: { environment: "jsdom", setupFiles: ["test/page.ts"], include: ["test/**/*.test.{ts,js}"] },
});
