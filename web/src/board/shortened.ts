const WIDE = /[MWmw@\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A name truncated to a number of letters of average width, for drawings, where text does not wrap. */
export function shortened(name: string, most: number): string {
  const letters = [...name];
  if (widthOf(letters) <= most) return name;
  while (letters.length && widthOf(letters) > most - 1) letters.pop();
  return `${letters.join("")}…`;
}

function widthOf(letters: string[]): number {
  return letters.reduce((width, letter) => width + (WIDE.test(letter) ? 1.5 : 1), 0);
}
