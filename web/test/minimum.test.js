// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import bcd from "@mdn/browser-compat-data" with { type: "json" };
import { parse, walk } from "css-tree";
import { expect, test } from "vitest";
import { MINIMUM } from "../minimum";
const BROWSERS = Object.keys(MINIMUM);
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BUILT = fileURLToPath(new URL("../../src/ludothek/server/static/assets/", import.meta.url));
/** Optional features: the pages work without them, or test for them. */
const DISPENSABLE = new Set([
  "text-wrap",
  "text-wrap: balance",
  "text-wrap: pretty",
  "scrollbar-gutter",
  "scrollbar-width",
  "text-size-adjust",
  "zoom",
  "font-family: ui-monospace", // has fallbacks
  "scrollbar-gutter: auto",
  "scrollbar-gutter: stable",
  "scrollbar-width: none",
  "user-select", // with -webkit-user-select as a fallback
]);
/** Names to ignore: methods of ours and of Pyodide that newer browsers have too, and methods that are feature-tested. */
const OURS = new Set("bytes read watch capture install restore viewport move take grow share vibrate getBattery setImmediate".split(" "));
/** The browser interfaces that the pages use objects of; others only share method names with our code. */
const PAGE = /^(Element|HTML\w*Element|SVG\w*Element|Document|Node|Window|Navigator|Cache|IDB\w+|Clipboard|Blob|Response|MediaQueryList|DOM\w+)$/;
const files = (kind) =>
  readdirSync(BUILT)
    .filter((name) => kind.test(name))
    .map((name) => readFileSync(BUILT + name, "utf8"));
function since({ support }) {
  const first = (browser) => {
    const all = [support[browser] ?? []].flat();
    const versions = all
      .filter((one) => !one.flags && !one.alternative_name)
      .map(({ version_added: version }) => {
        if (version === "preview" || !version) return Infinity;
        return parseFloat(version.replace("≤", ""));
      });
    return Math.min(Infinity, ...versions);
  };
  return Object.fromEntries(BROWSERS.map((browser) => [browser, first(browser)]));
}
function note(needs, name, feature) {
  if (feature?.__compat && !DISPENSABLE.has(name)) needs.set(name, since(feature.__compat));
}
function ofStyles(sources) {
  const needs = new Map();
  for (const source of sources)
    walk(parse(source), (node) => {
      if (node.type === "Declaration") {
        const property = bcd.css.properties[node.property];
        note(needs, node.property, property);
        if (node.value.type === "Value")
          for (const part of node.value.children)
            if (part.type === "Identifier") note(needs, `${node.property}: ${part.name}`, property?.[part.name]);
      } else if (node.type === "Function") {
        const types = bcd.css.types;
        note(needs, `${node.name}()`, types[node.name] ?? types.color?.[node.name] ?? types["calc-size"]?.[node.name]);
      } else if (node.type === "Atrule") note(needs, `@${node.name}`, bcd.css["at-rules"][node.name]);
      else if (node.type === "PseudoClassSelector" || node.type === "PseudoElementSelector")
        note(needs, `:${node.name}`, bcd.css.selectors[node.name]);
    });
  return needs;
}
/**
 * The methods and globals that scripts use, by name. Of several methods with one name the oldest counts, as the
 * type of the object is unknown.
 */
function ofScripts(sources) {
  const text = sources.join("\n");
  const needs = new Map();
  const called = new Set(Array.from(text.matchAll(/[\w)\]]\.(\w+)\(/g), ([, name]) => name));
  const isCalled = (name) => called.has(name) && !OURS.has(name);
  const made = new Set(Array.from(text.matchAll(/\bnew (\w+)\b/g), ([, name]) => name));
  const methods = new Map();
  const owners = [...Object.entries(bcd.api), ...Object.entries(bcd.javascript.builtins)];
  for (const [owner, members] of owners) {
    if (made.has(owner)) note(needs, owner, members);
    if (owner in bcd.api && !PAGE.test(owner)) continue;
    for (const [name, member] of Object.entries(members))
      if (member?.__compat && isCalled(name.replace(/_static$/, "")))
        methods.set(name.replace(/_static$/, ""), [...(methods.get(name.replace(/_static$/, "")) ?? []), since(member.__compat)]);
  }
  for (const [name, all] of methods)
    needs.set(`.${name}()`, Object.fromEntries(BROWSERS.map((browser) => [browser, Math.min(...all.map((one) => one[browser]))])));
  return needs;
}
const tooNew = (needs) =>
  [...needs].flatMap(([name, versions]) =>
    BROWSERS.filter((browser) => versions[browser] > MINIMUM[browser]).map((browser) => `${name}: ${browser} ${versions[browser]}`),
  );
test("styles need nothing that the oldest browsers do not know", () => {
  expect(tooNew(ofStyles(files(/\.css$/)))).toEqual([]);
});
test("scripts need nothing that the oldest browsers do not know", () => {
  expect(tooNew(ofScripts(files(/\.js$/)))).toEqual([]);
});
test("what is too new is found", () => {
  expect(tooNew(ofStyles(["a { color: light-dark(red, blue) } b:popover-open { top: 0 }"]))).toContain("light-dark(): safari 17.5");
  expect(tooNew(ofScripts(["x=Promise.withResolvers();"]))).toContain(".withResolvers(): chrome 119");
});

test("the build, the pages and the documentation name the same browsers", () => {
  const { chrome, firefox, safari } = MINIMUM;
  const said = `Chrome ${chrome}, Firefox ${firefox}, Safari ${safari}`;
  for (const file of ["web/public/early.js", "web/src/texts/de.ts", "web/src/texts/en.ts", "docs/site.md", "docs/browsers.md"])
    expect(readFileSync(ROOT + file, "utf8"), file).toContain(said);
});
