import type { Language } from "../api/types";
import { settings } from "../shell/settings.svelte";

/** The texts of the statistics page, bundled with it. */
const de = {
  title: "Meine Partien",
  lead: "Was deine zu Ende gespielten Partien erzählen. Nur du siehst es.",
  none: "Hier steht etwas, sobald du eine Partie zu Ende gespielt hast.",
  toShelf: "Ein Spiel aussuchen",
  counting: (n: number) => `Noch ${n} Partien werden gezählt …`,
  whatCounts:
    "Es zählen ganze Partien auf einem Platz von dir: keine Übungen, kein „Ab hier noch einmal“, keine, die ein Bot für dich beendet hat. Löschst du einen Tisch, zählt er nicht mehr mit.",
  tally: (played: number, won: number, drawn: number, lost: number, narrow = 0) =>
    `${played} gespielt: ${won} gewonnen${narrow ? ` (davon ${narrow} knapp)` : ""}, ${drawn ? `${drawn} unentschieden, ` : ""}${lost} verloren`,
  share: (percent: number) => `${percent} % gewonnen`,
  streak: (now: number, longest: number) => `Siege in Folge: ${now}, längste Serie ${longest}`,
  best: "Bestes Ergebnis",
  bestIs: (moves: number, score: number | null) => (score === null ? `gewonnen in ${moves} Zügen` : `${score} Punkte in ${moves} Zügen`),
  opening: "Liebster erster Zug",
  openingIs: (move: string, played: number, won: number) => `${move} (${played}-mal, ${won} davon gewonnen)`,
  worst: "Hier verlierst du am meisten",
  groups: { seats: "Plätze", level: "Gegen Bots", people: "Mit Leuten", box: "Mit der Schachtel", challenge: "Tagesaufgaben" },
  seats: (n: string) =>
    n === "1" ? "allein" : `zu ${n === "2" ? "zweit" : n === "3" ? "dritt" : n === "4" ? "viert" : n === "5" ? "fünft" : "sechst"}`,
  box: "mit der Schachtel",
  challenge: "Tagesaufgabe",
  last: (won: number, of: number) => `Die letzten ${of} Partien, die neueste rechts: ${won} gewonnen`,
  months: "Partien im Monat",
  month: (month: string, played: number, won: number) => `${month}: ${played} gespielt, ${won} gewonnen`,
  asCsv: "Als Tabelle (CSV)",
  asJson: "Als JSON",
  champions: "Die Besten im Haus",
  championsLead:
    "Wertungen mit ihrer Unsicherheit, neben Bots, deren Stärke bekannt ist. Hier steht nur, wer es möchte; alle anderen kommen nirgends vor.",
  rated: "Ich möchte gewertet werden",
  ratedHelp: "Aus, bis du es einschaltest. Dann sehen alle in diesem Haus deinen Namen und deine Wertung. Schaltest du es aus, bist du sofort weg.",
  game: "Spiel",
  who: "Wer",
  points: "Wertung",
  between: (low: number, high: number) => `wahrscheinlich zwischen ${low} und ${high}`,
  games: "Partien",
  bot: (level: string) => `Bot, ${level}`,
  nobody: "Noch niemand im Haus wird bei diesem Spiel gewertet.",
  scale:
    "Der leichteste Bot hat 1000 Punkte. Mit 400 Punkten mehr gewinnt man zehn von elf Partien. Partien mit Tipps oder zurückgenommenen Zügen zählen nicht.",
};

const en: typeof de = {
  title: "My games",
  lead: "What your finished games tell. Only you can see it.",
  none: "There will be something here once you have finished a game.",
  toShelf: "Choose a game",
  counting: (n) => `${n} games are still being counted …`,
  whatCounts:
    "Whole games on one seat of yours count: no practice, no “try again from here”, none that a bot ended for you. If you delete a table, it no longer counts.",
  tally: (played, won, drawn, lost, narrow = 0) =>
    `${played} played: ${won} won${narrow ? ` (${narrow} of them narrowly)` : ""}, ${drawn ? `${drawn} drawn, ` : ""}${lost} lost`,
  share: (percent) => `${percent} % won`,
  streak: (now, longest) => `Wins in a row: ${now}, longest ${longest}`,
  best: "Best result",
  bestIs: (moves, score) => (score === null ? `won in ${moves} moves` : `${score} points in ${moves} moves`),
  opening: "Favourite first move",
  openingIs: (move, played, won) => `${move} (${played} times, ${won} of them won)`,
  worst: "This is where you lose most",
  groups: { seats: "Seats", level: "Against bots", people: "With people", box: "With the box", challenge: "Challenges" },
  seats: (n) => (n === "1" ? "alone" : `${n} seats`),
  box: "with the box",
  challenge: "challenge of the day",
  last: (won, of) => `The last ${of} games, the latest on the right: ${won} won`,
  months: "Games a month",
  month: (month, played, won) => `${month}: ${played} played, ${won} won`,
  asCsv: "As a table (CSV)",
  asJson: "As JSON",
  champions: "Champions of the house",
  championsLead:
    "Ratings with their uncertainty, beside bots whose strength is known. Only those who want to be are listed; nobody else appears anywhere.",
  rated: "I want to be rated",
  ratedHelp: "Off until you switch it on. Then everybody in this house sees your name and your rating. Switch it off, and you are gone at once.",
  game: "Game",
  who: "Who",
  points: "Rating",
  between: (low, high) => `probably between ${low} and ${high}`,
  games: "Games",
  bot: (level) => `Bot, ${level}`,
  nobody: "Nobody in the house is rated at this game yet.",
  scale: "The easiest bot has 1000 points. With 400 points more one wins ten games of eleven. Games with hints or moves taken back do not count.",
};

const all: Record<Language, typeof de> = { de, en };

export const words = () => all[settings.language];
