import type { Guide, Scene } from "../../guide/guide";

const at = (stage: string) => (scene: Scene) => scene.view.stage === stage;
const asked = (stage: string) => (scene: Scene) => scene.moves.length > 0 && scene.view.stage === stage;
const layable = ["layP", "layL", "layT", "layS"];
const answers = ({ moves }: Scene) => moves.map((move) => move.move);
const slidable = () => ["at1", "at2", "at3", "at4"];

const guide: Guide = {
  lessons: [
    { text: "guide.goal" },
    { text: "guide.lay", when: asked("lay"), point: () => layable },
    { text: "guide.hide", when: asked("memorise"), point: () => ["hide"] },
    { text: "guide.memorise", when: (scene) => at("memorise")(scene) && scene.moves.length === 0 },
    { text: "guide.slide", when: asked("slide"), point: slidable },
    { text: "guide.watch", when: (scene) => at("slide")(scene) && scene.moves.length === 0 },
    { text: "guide.ask", when: asked("ask"), point: answers },
    { text: "guide.answer", when: asked("answer"), point: answers },
    { text: "guide.two", when: (scene) => scene.view.stake === 2 },
  ],
  help: [
    { text: "guide.help_lay", when: asked("lay"), point: () => layable },
    { text: "guide.slide", when: asked("slide"), point: slidable },
    { text: "guide.ask", when: asked("ask"), point: answers },
    { text: "guide.help_answer", when: asked("answer"), point: answers },
  ],
};

export default guide;
