import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default typescript.config(
  { ignores: ["node_modules", "outside", "runtime", "src/api/wire.ts"] },
  js.configs.recommended,
  ...typescript.configs.strict,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
  {
    files: ["src/service-worker.js"],
    languageOptions: { globals: globals.serviceworker },
  },
  {
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off", // what the rules promise (a seat that exists) is asserted, not checked again
      "no-undef": "off", // the type checker knows better
      "@typescript-eslint/no-dynamic-delete": "off", // plain records, keyed by names of ours
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      "svelte/prefer-svelte-reactivity": "off", // sets and maps are derived anew here, not changed
      "svelte/no-unused-svelte-ignore": "off", // svelte-check knows which are needed
      "svelte/no-navigation-without-resolve": "off", // for SvelteKit
    },
  },
);
