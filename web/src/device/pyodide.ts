// Pyodide's own script, which is large: it comes beside what it will start (web/src/device/python.ts).
export { loadPyodide } from "pyodide";
export { default as createPyodideModule } from "pyodide/pyodide.asm.mjs";
