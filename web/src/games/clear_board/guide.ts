import type { Guide, Scene } from "../../guide/guide";

const left = ({ view }: Scene) => view.left as number;
const jumpers = ({ moves }: Scene) => [...new Set(moves.map((move) => move.move.split("-")[0]!))];

const guide: Guide = {
  lessons: [
    { text: "guide.goal" },
    { text: "guide.pick", point: jumpers },
    { text: "guide.land", point: ({ moves }) => moves[0]?.move.split("-") ?? [] },
    { text: "guide.chain", when: (scene) => left(scene) <= 30, point: ({ view }) => (view.last ? [view.last as string] : []) },
    { text: "guide.corners", when: (scene) => left(scene) <= 26 },
    { text: "guide.few", when: (scene) => left(scene) <= 8 },
  ],
  help: [{ text: "guide.help", point: jumpers }],
};

export default guide;
