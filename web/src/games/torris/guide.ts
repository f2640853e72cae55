import type { Guide, Scene } from "../../guide/guide";

interface Stone {
  colour: string;
}

const isAsked = ({ moves }: Scene) => moves.length > 0;
const from = ({ moves }: Scene) => [...new Set(moves.map((move) => move.move.split("-")[0]!))];
const towers = ({ view }: Scene) => Object.entries(view.towers as Record<string, Stone[]>).filter(([, stones]) => stones.length > 1);

const guide: Guide = {
  lessons: [
    { text: "guide.goal" },
    { text: "guide.pick", when: isAsked, point: from },
    { text: "guide.steps", when: isAsked, point: ({ moves }) => moves[0]?.move.split("-") ?? [] },
    { text: "guide.owner", when: (scene) => towers(scene).length > 0, point: (scene) => towers(scene).map(([cell]) => cell) },
    { text: "guide.climb", when: (scene) => isAsked(scene) && towers(scene).length > 0 },
    { text: "guide.gaps", when: (scene) => isAsked(scene) && towers(scene).length > 1 },
    { text: "guide.end", when: (scene) => isAsked(scene) && scene.moves.length <= 12 },
  ],
  help: [{ text: "guide.help", when: isAsked, point: from }],
};

export default guide;
