export const THINKER = "thinker"; // the name of the bot workers

/** The messages between the page and the worker that runs its house. */
export type ToHouse =
  | { say: "begin"; runtime: RuntimeFiles; settings: string }
  | { say: "ask"; id: number; method: string; address: string; body: string }
  | { say: "connect"; line: number; address: string }
  | { say: "send"; line: number; text: string }
  | { say: "leave"; line: number };

export type FromHouse =
  | { say: "loading"; loaded: number; of: number }
  | { say: "ready"; keeps: boolean }
  | { say: "failed"; reason: string }
  | { say: "answered"; id: number; status: number; kind: string; content: Uint8Array<ArrayBuffer>; name: string }
  | { say: "connected"; line: number }
  | { say: "frame"; line: number; text: string }
  | { say: "hung up"; line: number; code: number };

/** The addresses and sizes of the files that Python needs. */
export interface RuntimeFiles {
  wasm: RuntimeFile;
  stdlib: RuntimeFile;
  msgspec: RuntimeFile;
  ludothek: RuntimeFile;
  paper: RuntimeFile; // needed for printing only
}

export interface RuntimeFile {
  address: string;
  bytes: number;
}

/** The messages between the house and the worker that runs its bots. */
export type ToThinker =
  { say: "begin"; runtime: RuntimeFiles; interpreter?: WebAssembly.Module } | { say: "think"; id: number; work: string; asked: Uint8Array };
export type FromThinker = { say: "ready" } | { say: "failed"; reason: string } | { say: "thought"; id: number; answer: Uint8Array };
