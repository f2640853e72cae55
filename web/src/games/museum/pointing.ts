import type { Move } from "../../api/types";
import type { Path } from "../../board/picker.svelte";
import { ruled } from "../../board/ruled";
import type { Say } from "../say";
import type { TableDie } from "./dice";
import type { Danger, MuseumView } from "./view";

/** The moves that continue the game: they have a button below the board. `play` confirms a card. */
export const BUTTONS = ["act", "go", "roll", "keep", "play", "blue", "white", "leave", "draw", "light", "end", "encore"];

/** The label of a button; `move` is the card that `play` confirms. */
export function buttonLabel(id: string, move: string | null, view: MuseumView, say: Say): string {
  if (id === "play") return say("moves.card", { card: say(`words.cards.${move?.slice(1)}`) });
  const last = view.stage === "last_card" ? "card" : "tile";
  const key = { draw: "last_card", light: "last_tile", leave: `leave_${last}` }[id] ?? id;
  return say(`moves.${key}`, { n: view.loose.length });
}

/** With the box on the table: put all dice that fit on their strips. */
export const ALL = "all";

/**
 * With the box on the table: the further moves that one tap makes, on a strip, on a child in the dock, or on
 * "all".
 */
export function severalBy(id: string, moves: Move[]): string[] {
  const [kind, name = ""] = id.split(":");
  if (kind === "strip" || kind === "walk") return [name];
  return kind === ALL ? moves.map(({ move }) => move).filter(isPlain) : [];
}

const SYMBOLS = ["fox", "torch", "shoe", "cap", "ida"];
/** Whether a move puts a blue die on its strip. */
const isPlain = (move: string) => SYMBOLS.includes(move);

/** The things to select for a move (notation.py): any of the dice with the same symbol will do. */
export function waysTo(move: string, dice: TableDie[]): Path[] {
  const turn = /^(?:!(turn\d) |\+)(.+)>(\w+)$/.exec(move);
  if (turn) {
    const [, card, die, face] = turn;
    return loose(dice, die!).map((one) => [...(card ? [`card:${card}`] : []), one.id, `face:${face}`]);
  }
  if (move.startsWith("!")) return [[`card:${move.slice(1)}`, "play"]];
  if (move.startsWith("w:")) return loose(dice, move).map((die) => [[die.id, `strip:${move.split(/[:>]/).at(-1)}`]]);
  if (BUTTONS.includes(move) || move === "stop") return [[move]];
  if (!isPlain(move)) return [[`child:${move}`], [`walk:${move}`]];
  return [...loose(dice, move).map((die) => [[die.id, `strip:${move}`]]), [ALL]];
}

/** The question after a selection; empty if it is obvious that a die goes to a strip. */
export function asks([first = "", ...then]: string[], moves: Move[], say: Say): string {
  const isCard = first.startsWith("card:");
  if (isCard && !first.startsWith("card:turn")) return say("drawn.play_card");
  if (isCard && !then.length) return say("drawn.which_die");
  return isCard || moves.some(({ move }) => move.startsWith("+")) ? say("drawn.which_face") : "";
}

/** The dice in the tray that a move names: `shoe` is a blue one that shows a shoe, `w:shoe` the white one. */
function loose(dice: TableDie[], named: string): TableDie[] {
  if (named.startsWith("w:")) return dice.filter((die) => die.white);
  return dice.filter((die) => !die.white && die.strip === null && die.symbol === named);
}

interface Seen {
  view: MuseumView;
  dice: TableDie[];
  danger: Danger;
  moves: Move[];
  say: Say;
}

/**
 * Explain, from public information, why a thing cannot be selected now; for things that act by themselves,
 * what they do.
 */
export function whyNot(id: string, seen: Seen): string {
  const { view, dice, moves, say } = seen;
  const [kind, name = ""] = id.split(":");
  if (kind === "card") {
    const card = say(`words.cards.${name}`);
    if (name === "guard_stays" && view.cards[name] && view.guard_stays) return ruled(say("drawn.stays_already"));
    return say(view.cards[name] ? "drawn.not_now" : "drawn.not_held", { card });
  }
  if (kind === "strip" || kind === "die") {
    const die = dice.find((one) => one.id === id);
    const symbol = kind === "strip" ? name : die?.symbol;
    const strip = view.strips.find((one) => one.symbol === symbol);
    const named = { strip: say(`words.strips.${symbol}`) };
    if (die && die.strip !== null) return say("drawn.die_lies");
    if (!symbol) return say(die?.white && !view.white_won ? "board.white_waits" : "drawn.die_waits");
    if (strip?.covered) return say(`drawn.covered.${symbol}`);
    if (strip && strip.dice.length === strip.numbers.length) return say("drawn.full", named);
    if (die) return say("drawn.not_this_die");
    return view.stage === "place" && moves.length ? say("drawn.no_die", named) : say(`print.strip.${symbol}`);
  }
  if (kind === "child") {
    const at = view.children.find((child) => child.name === name)?.at;
    const gaps = { name: nameOf(name) };
    if (at === null) return say("events.caught", gaps);
    if (at === view.track.target) return say("drawn.is_there", gaps);
    return say(view.stage === "steps" && moves.length ? "drawn.too_dark" : "drawn.no_steps", gaps);
  }
  if (kind === "field") return say(`drawn.about.${fieldKind(Number(name), seen)}`);
  return say(`drawn.about.${kind}`);
}

function fieldKind(at: number, { view: { track }, danger }: Seen): string {
  if (danger.sure.includes(at)) return "sure";
  if (danger.possible.includes(at)) return "possible";
  if (at === track.target) return "silas";
  if (at < track.first_tile) return "path";
  return at < track.first_tile + track.lit ? "lit" : "dark";
}

export const nameOf = (child: string) => child[0]!.toUpperCase() + child.slice(1);
