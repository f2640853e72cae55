// What `ludothek board` makes of a board from outside: Vite is told where `the-board` lies.
import Board from "the-board/Board.svelte";

import { mountable } from "./src/board/mountable.svelte";

export const mount = mountable(Board);
export * from "the-board/Board.svelte"; // `beat`, where it has one
