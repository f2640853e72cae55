// The entry for building a plug-in board with `ludothek board`; Vite resolves `the-board` to its source.
import Board from "the-board/Board.svelte";

import { mountable } from "./src/board/mountable.svelte";

export const mount = mountable(Board);
export * from "the-board/Board.svelte"; // `beat`, if it exports one
