import type { Guide, Scene } from "ludothek/guide/guide";

const isAsked = ({ moves }: Scene) => moves.length > 0;
const columns = ({ moves }: Scene) => moves.map((move) => move.move);
const lying = ({ view }: Scene) => [...(view.rows as string[]).join("")].filter((cell) => cell !== "·").length;

const guide: Guide = {
  lessons: [
    { text: "guide.goal" },
    { text: "guide.drop", when: isAsked, point: columns },
    { text: "guide.middle", when: (scene) => isAsked(scene) && lying(scene) >= 2, point: () => ["d"] },
    { text: "guide.watch", when: (scene) => isAsked(scene) && lying(scene) >= 4 },
    { text: "guide.above", when: (scene) => isAsked(scene) && lying(scene) >= 6 },
    { text: "guide.two", when: (scene) => isAsked(scene) && lying(scene) >= 8 },
    { text: "guide.full", when: (scene) => isAsked(scene) && scene.moves.length < 7 },
  ],
  help: [{ text: "guide.help", when: isAsked, point: columns }],
};

export default guide;
