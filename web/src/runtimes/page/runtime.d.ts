declare module "virtual:runtime" {
  /** What Python in a page is made of, from the folder of the pages; null where they were built without. */
  export const files: Record<"wasm" | "stdlib" | "msgspec" | "paper", { address: string; bytes: number }> | null;
}

declare module "pyodide/pyodide.asm.mjs" {
  const createPyodideModule: unknown;
  export default createPyodideModule;
}
