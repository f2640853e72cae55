/**
 * A parser for the Markdown subset of the rules. It produces plain data that is rendered by components, never
 * an HTML string.
 */
export type Inline = { kind: "text" | "strong" | "em" | "code"; text: string };
export interface Item {
  words: Inline[];
  more: Block[];
}
export type Block =
  | { kind: "heading"; level: number; words: Inline[] }
  | { kind: "paragraph"; words: Inline[] }
  | { kind: "list"; ordered: boolean; items: Item[] }
  | { kind: "figure"; name: string; caption: string }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

const HEADING = /^(#{1,6})\s+(.*)$/;
const FIGURE = /^!\[(.*)\]\(figure:(\w+)\)$/;
const BULLET = /^(\s*)(?:[-*]|(\d+)[.)])\s+(.*)$/;

export function blocksOf(markdown: string): Block[] {
  return read(markdown.split("\n"));
}

function read(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? "";
    const heading = HEADING.exec(line);
    const figure = FIGURE.exec(line);
    if (!line.trim()) {
      index += 1;
    } else if (heading) {
      blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, words: wordsOf(heading[2] ?? "") });
      index += 1;
    } else if (figure) {
      blocks.push({ kind: "figure", caption: figure[1] ?? "", name: figure[2] ?? "" });
      index += 1;
    } else if (line.trim().startsWith("|")) {
      const end = endOf(lines, index, (one) => one.trim().startsWith("|"));
      blocks.push(tableOf(lines.slice(index, end)));
      index = end;
    } else if (BULLET.test(line)) {
      const end = endOf(lines, index, (one, at) => BULLET.test(one) || /^\s+\S/.test(one) || (!one.trim() && /^\s+\S/.test(lines[at + 1] ?? "")));
      blocks.push(listOf(lines.slice(index, end)));
      index = end;
    } else {
      const end = endOf(lines, index, (one) => one.trim() !== "" && !HEADING.test(one) && !BULLET.test(one));
      blocks.push({ kind: "paragraph", words: wordsOf(lines.slice(index, end).join(" ")) });
      index = end;
    }
  }
  return blocks;
}

function endOf(lines: string[], start: number, belongs: (line: string, index: number) => boolean): number {
  let end = start + 1;
  while (end < lines.length && belongs(lines[end] ?? "", end)) end += 1;
  return end;
}

function listOf(lines: string[]): Block {
  const first = BULLET.exec(lines[0] ?? "");
  const indent = first?.[1]?.length ?? 0;
  const items: string[][] = [];
  for (const line of lines) {
    const bullet = BULLET.exec(line);
    if (bullet && (bullet[1]?.length ?? 0) <= indent) items.push([bullet[3] ?? ""]);
    else items.at(-1)?.push(line);
  }
  return {
    kind: "list",
    ordered: first?.[2] !== undefined,
    items: items.map((item) => {
      const nested = item.findIndex((line, index) => index > 0 && BULLET.test(line));
      const own = nested < 0 ? item : item.slice(0, nested);
      return { words: wordsOf(own.map((line) => line.trim()).join(" ")), more: nested < 0 ? [] : read(item.slice(nested)) };
    }),
  };
}

function tableOf(lines: string[]): Block {
  const cells = lines.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => wordsOf(cell.trim())),
  );
  const isRule = (line: string | undefined) => /^[\s|:-]+$/.test(line ?? "");
  return { kind: "table", head: cells[0] ?? [], rows: cells.filter((_, index) => index > 0 && !isRule(lines[index])) };
}

function wordsOf(text: string): Inline[] {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/)
    .filter(Boolean)
    .map((piece): Inline => {
      if (piece.startsWith("**") && piece.endsWith("**") && piece.length > 4) return { kind: "strong", text: piece.slice(2, -2) };
      if (piece.startsWith("*") && piece.endsWith("*") && piece.length > 2) return { kind: "em", text: piece.slice(1, -1) };
      if (piece.startsWith("`") && piece.endsWith("`") && piece.length > 2) return { kind: "code", text: piece.slice(1, -1) };
      return { kind: "text", text: piece };
    });
}
