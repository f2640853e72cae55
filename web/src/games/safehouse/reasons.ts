import type { Say } from "../say";
import { colourOf, type SafehouseView, type SeatView } from "./plan";
import { limitOf } from "./preview";

interface Situation {
  picked: string[];
  view: SafehouseView;
  own: SeatView | null;
  asked: boolean;
  over: boolean;
  /** The name of the player who throws. */
  thrower: string;
  say: Say;
}

/** Explain, from public information, why a thing cannot be selected now. */
export function reasonAgainst(id: string, at: Situation): string {
  const { view, own, say, picked } = at;
  if (at.over || own === null) return say("drawn.no.over");
  if (!at.asked) return say(view.stage === "write" ? "drawn.no.others_write" : `board.stage.${view.stage}`, { who: at.thrower });
  if (id === "again" || id === "calm") return helpReason(id, view, say);
  if (id === "recall") return say(view.dice.lid.length ? "drawn.no.recall_later" : "drawn.no.lid_empty");
  if (id === "throw") return say(view.stage === "help" ? "drawn.no.none_again" : "drawn.no.none_chosen");
  if (id === "chameleon") return say(own.chameleons ? "drawn.no.chameleon_first" : "drawn.no.chameleon");
  if (id.includes(".")) return fieldReason(id, own, picked, view, say);
  if (id.startsWith("number-")) return say("drawn.no.number", { colour: say(`words.${id.slice(-1)}`) });
  if (view.stage === "write") return say("drawn.no.joker");
  if (view.stage === "choose") return say(colourOf(id) === "W" ? "drawn.no.none_chosen" : "prompts.recall");
  return say("drawn.no.not_thrown");
}

function helpReason(help: "again" | "calm", view: SafehouseView, say: Say): string {
  if (!view.help[help]) return say("drawn.no.help_used");
  if (view.stage !== "help") return say("drawn.no.help_later");
  return say("drawn.no.no_pursuer");
}

function fieldReason(id: string, own: SeatView, picked: string[], view: SafehouseView, say: Say): string {
  const [row, place] = id.split(".").map(Number);
  const field = own.rows[row! - 1]?.fields[place! - 1];
  const chosen = picked.find((one) => one.startsWith("number-"))?.slice(-1);
  if (!field || field.number !== null) return say("drawn.no.written");
  if (view.stage !== "write") return say("drawn.no.write_later");
  if (chosen === undefined) return say("drawn.pick_number");
  if (field.colour !== chosen && !picked.includes("chameleon")) return say("drawn.no.colour", { colour: say(`words.${field.colour}`) });
  if (field.colour === chosen && picked.includes("chameleon")) return say("drawn.no.same_colour");
  const fits = limitOf(field);
  return fits ? say("drawn.fits", { fits }) : say("drawn.no.dead");
}
