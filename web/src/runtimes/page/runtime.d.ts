declare module "virtual:runtime" {
  /**
   * The files of the Python runtime, relative to the folder of the pages; null if the pages were built
   * without it.
   */
  export const files: Record<"wasm" | "stdlib" | "msgspec" | "paper", { address: string; bytes: number }> | null;
}

declare module "pyodide/pyodide.asm.mjs" {
  const createPyodideModule: unknown;
  export default createPyodideModule;
}
