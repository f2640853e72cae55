import type { Guide, Scene } from "../../guide/guide";

const isAsked = ({ moves }: Scene) => moves.length > 0;
const laid = ({ view }: Scene) => (view.stones as unknown[]).length;
const isEndgame = ({ view }: Scene) => view.phase === "endgame";
const from = ({ moves }: Scene) => [...new Set(moves.map((move) => move.move.split(">")[0]!))];

const guide: Guide = {
  lessons: [
    { text: "guide.goal" },
    { text: "guide.first", when: (scene) => isAsked(scene) && laid(scene) === 0, point: from },
    { text: "guide.touch", when: (scene) => isAsked(scene) && laid(scene) > 0, point: from },
    { text: "guide.watch", when: (scene) => isAsked(scene) && laid(scene) >= 6 },
    { text: "guide.zoom", when: (scene) => laid(scene) >= 10 },
    { text: "guide.endgame", when: (scene) => isAsked(scene) && isEndgame(scene), point: from },
    { text: "guide.capture", when: (scene) => isAsked(scene) && isEndgame(scene) },
  ],
  help: [
    { text: "guide.help_endgame", when: (scene) => isAsked(scene) && isEndgame(scene), point: from },
    { text: "guide.help", when: isAsked },
  ],
};

export default guide;
