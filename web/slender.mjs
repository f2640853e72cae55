// Leaves out of Pyodide what no table needs. It is built for every library that anybody might load, and so its interpreter names 8,500 functions and
// values, and its script holds all of OpenGL, SDL and OpenAL: to link that takes a phone half a second at every start. We have one library, which
// tells what it needs, and draw nothing. What nothing leads to any more goes when the pages are built.
import { readFileSync, writeFileSync } from "node:fs";

const { PYODIDE, LIBRARY, OURS, SLENDER } = process.env;
const script = readFileSync(`${PYODIDE}/pyodide.asm.mjs`, "utf8");
const interpreter = readFileSync(`${PYODIDE}/pyodide.asm.wasm`);
const callers = [`${PYODIDE}/pyodide.mjs`, OURS].map((file) => readFileSync(file, "utf8")).join("\n"); // what else reads of the script's `Module`

const NAMED = /Module\["(\w+)"\]=\1;/g; // a name by which others may reach what the script has
const SIGNED = /\b([\w$]+)\.sig="\w*";/g; // what a library would have to know of a function
const LINKED = /var [\w,]+,wasmTable,wasmMemory;function assignWasmExports\(wasmExports\)\{([^{}]*)\}var wasmImports=\{([^{}]*)\};/;
const REQUIRED = "new Proxy(new Set([]),GOTHandler)"; // which of the functions whose address the interpreter wants may be missing: none
const CAN_DRAW = /^emscripten_gl/; // those of which only the address is wanted, by whoever draws

const wordsOf = (text) => new Set(text.match(/[\w$]+/g));
const importsOf = (code) => WebAssembly.Module.imports(new WebAssembly.Module(code));

const [linked, assigned, offered] = LINKED.exec(script) ?? [];
if (!linked || script.split(REQUIRED).length !== 2) throw new Error("Pyodide's script does not link as it did: slender.mjs has to learn how");

// Names of the interpreter: those that the script, its callers or our library have a use for.
const library = importsOf(readFileSync(LIBRARY));
const words = wordsOf(script.replace(linked, "").replaceAll(NAMED, "") + callers);
for (const { name } of library) words.add(name);
const isWanted = (name) => words.has(name) || words.has(`_${name}`);
const exported = assigned.split(";").filter((one) => isWanted(/wasmExports\["(\w+)"\]/.exec(one)[1]));
const variables = exported.map((one) => /^\w+/.exec(one)[0]);

// And those of the script: what the interpreter and our library import.
const imported = new Set([...importsOf(interpreter), ...library].map(({ name }) => name));
const [kept, gone] = [[], new Set()];
for (const one of offered.split(",")) {
  const [name, local = name] = one.split(":");
  if (imported.has(name) && !CAN_DRAW.test(name)) kept.push(one);
  else gone.add(local);
}

const linking = `var ${variables},wasmTable,wasmMemory;function assignWasmExports(wasmExports){${exported.join(";")}}var wasmImports={${kept}};`;
const rest = script
  .replace(linked, () => linking)
  .replace(REQUIRED, `new Proxy({has:(name)=>${CAN_DRAW}.test(name)},GOTHandler)`)
  .replaceAll(/\beval\(/g, "(0,eval)(") // by which nothing here can be named: else all of it would have to keep its name, and stay
  .replaceAll(SIGNED, (all, name) => (gone.has(name) ? "" : all));
const asked = new Set(Array.from((rest.replaceAll(NAMED, "") + callers).matchAll(/[.{,"]\s*(\w+)/g), ([, name]) => name));
writeFileSync(
  `${SLENDER}/pyodide.asm.mjs`,
  rest.replaceAll(NAMED, (all, name) => (asked.has(name) && !gone.has(name) ? all : "")),
);
writeFileSync(`${SLENDER}/pyodide.asm.wasm`, withExports(interpreter, isWanted));

/** The same module, of which only those names can be reached. */
function withExports(code, isWanted) {
  const parts = [code.subarray(0, 8)];
  for (let place = 8; place < code.length;) {
    const kind = code[place];
    const [length, begin] = number(code, place + 1);
    const whole = code.subarray(begin, (place = begin + length));
    const section = kind === 7 ? exportsOf(whole, isWanted) : whole;
    parts.push(Buffer.from([kind, ...written(section.length)]), section);
  }
  return Buffer.concat(parts);
}

function exportsOf(section, isWanted) {
  const entries = [];
  let [count, place] = number(section, 0);
  for (; count > 0; count -= 1) {
    const [length, name] = number(section, place);
    const [, end] = number(section, name + length + 1);
    if (isWanted(section.toString("utf8", name, name + length))) entries.push(section.subarray(place, end));
    place = end;
  }
  return Buffer.concat([Buffer.from(written(entries.length)), ...entries]);
}

/** A number as WebAssembly writes it, seven bits to a byte, and where the next thing begins. */
function number(code, place) {
  let [value, bits] = [0, 0];
  for (; code[place] & 0x80; place += 1, bits += 7) value |= (code[place] & 0x7f) << bits;
  return [value | (code[place] << bits), place + 1];
}

function written(value) {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...written(value >> 7)];
}
