import type { Say } from "../say";
import { colourOf, type SafehouseView } from "./plan";

type Thrown = SafehouseView["dice"]["thrown"];

/** The name of a die: its colour, and which of the two it is. */
export function dieName(die: string, say: Say): string {
  const isFirst = die === colourOf(die);
  if (colourOf(die) === "W") return say(isFirst ? "words.first_joker" : "words.second_joker");
  return say(isFirst ? "words.first" : "words.second", { colour: say(`words.${colourOf(die)}`) });
}

/** The label of the button that continues: throw these dice, throw them again, keep the throw, done. */
export function moveLabel(move: string, thrown: Thrown, say: Say): string {
  const [verb = "", letters = ""] = move.split(" ");
  if (verb === "throw") return say("moves.throw", { dice: counted([...letters], say).join(", ") });
  const shown = (die: string) => say("words.fallen", { die: dieName(die, say), face: thrown.find((one) => one.die === die)?.shows ?? "?" });
  return say(`moves.${verb}`, { dice: [...letters].map(shown).join(", ") });
}

/** Count dice by colour: the two of a colour are interchangeable. */
function counted(dice: string[], say: Say): string[] {
  return [..."YGRBW"].flatMap((colour) => {
    const count = dice.filter((die) => colourOf(die) === colour).length;
    return count ? [say("words.dice", { count, colour: say(`words.${colour}`) })] : [];
  });
}
