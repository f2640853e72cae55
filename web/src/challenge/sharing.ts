import type { ChallengeDay, TryShape } from "../api/wire";

/** The result of an attempt as one character, without spoilers. */
export const SQUARES = { won: "🟩", drawn: "🟨", lost: "🟥", left: "⬜" } as const;
const COLOURS = { won: "#2c8a3a", drawn: "#d9a514", lost: "#b23a1e", left: "#8d7c69" } as const;
export const SIGNS = { won: "✓", drawn: "=", lost: "✗", left: "–" } as const;

type Ended = TryShape & { outcome: keyof typeof SQUARES };

/** The finished attempts of this day, in the order of the shelf. */
export function ended(day: ChallengeDay): Ended[] {
  const ofDay = day.tries.filter((one): one is Ended => one.date === day.date && one.outcome !== null);
  return day.challenges.flatMap(({ game }) => ofDay.filter((one) => one.game === game));
}

/** The text for one game, in a few characters: `Ludothek #17 · Torris 🟩 23 · 🔥5`. */
export function lineOf(day: ChallengeDay, one: Ended, title: string): string {
  return [`Ludothek #${day.number}`, `${title} ${SQUARES[one.outcome]} ${one.moves}`, ...flame(day)].join(" · ");
}

/** The text for the whole day: `Ludothek #17 🟩🟥🟩 🔥5`. */
export function lineOfDay(day: ChallengeDay): string {
  return [
    `Ludothek #${day.number}`,
    ended(day)
      .map((one) => SQUARES[one.outcome])
      .join(""),
    ...flame(day),
  ].join(" ");
}

function flame(day: ChallengeDay): string[] {
  return day.streak > 1 && day.date === day.today ? [`🔥${day.streak}`] : [];
}

const WIDTH = 600;
const COLUMNS = 5;
const CELL = 104;

/** The day as a small SVG picture with fixed colours, as it is used outside the page. */
export function pictureOf(day: ChallengeDay, when: string, streak: string): string {
  const tries = ended(day);
  const rows = Math.ceil(tries.length / COLUMNS);
  const height = 104 + rows * (CELL + 10);
  const cells = tries.map((one, place) => {
    const title = day.challenges.find(({ game }) => game === one.game)?.title ?? one.game;
    const [x, y] = [24 + (place % COLUMNS) * (CELL + 8), 88 + Math.floor(place / COLUMNS) * (CELL + 10)];
    return `<g transform="translate(${x} ${y})">
<rect width="${CELL}" height="${CELL}" rx="16" fill="${COLOURS[one.outcome]}"/>
<text x="${CELL / 2}" y="56" font-size="44" text-anchor="middle" fill="#fff">${SIGNS[one.outcome]}</text>
<text x="${CELL / 2}" y="${CELL - 14}" font-size="${title.length > 13 ? 11 : 13}" text-anchor="middle" fill="#fff">${plain(title)}</text>
</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-weight="700">
<rect width="100%" height="100%" fill="#fbf6ec"/>
<text x="24" y="44" font-size="30" fill="#b23a1e">Ludothek #${day.number}</text>
<text x="24" y="70" font-size="15" fill="#65574c">${plain(when)}</text>
${day.streak > 1 ? `<text x="${WIDTH - 24}" y="44" font-size="20" text-anchor="end" fill="#65574c">${plain(streak)}</text>` : ""}
${cells.join("\n")}
</svg>`;
}

function plain(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

export function address(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Convert the picture to PNG, which every program can show. */
export async function png(svg: string): Promise<File> {
  const drawn = new Image();
  drawn.src = address(svg);
  await drawn.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * drawn.width, 2 * drawn.height];
  canvas.getContext("2d")!.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!content) throw new Error("not drawn");
  return new File([content], "ludothek.png", { type: "image/png" });
}
