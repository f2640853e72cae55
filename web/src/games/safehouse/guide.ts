import type { Guide, Scene } from "../../guide/guide";
import type { SafehouseView } from "./plan";

const view = (scene: Scene) => scene.view as unknown as SafehouseView;
const own = (scene: Scene) => (scene.viewer === null ? undefined : view(scene).seats[scene.viewer]);
const offers = (scene: Scene, begins: string) => scene.moves.some(({ move }) => move.startsWith(begins));
const entries = (scene: Scene) => scene.moves.filter(({ move }) => move.includes("="));
const numbers = (scene: Scene) => Object.keys(own(scene)?.colours ?? {}).map((colour) => `number-${colour}`);
const hasWritten = (scene: Scene) => own(scene)?.rows.some((row) => row.fields.some((field) => field.colour && field.number !== null)) ?? false;

const chooses = (scene: Scene) => offers(scene, "throw");
const decides = (scene: Scene) => offers(scene, "keep");
const writes = (scene: Scene) => entries(scene).length > 0;

const guide: Guide = {
  lessons: [
    { text: "guide.goal" },
    { text: "guide.throw", when: chooses, point: (scene) => [...view(scene).dice.at_hand, "throw"] },
    { text: "guide.help", when: decides, point: () => ["keep", "again", "calm"] },
    { text: "guide.write", when: writes, point: numbers },
    { text: "guide.rows", when: (scene) => writes(scene) && hasWritten(scene), point: numbers },
    {
      text: "guide.joker",
      when: (scene) => entries(scene).some(({ move }) => move.includes("+")),
      point: (scene) => Object.keys(own(scene)?.jokers ?? {}),
    },
    { text: "guide.done", when: (scene) => offers(scene, "done") && hasWritten(scene), point: () => ["done"] },
    { text: "guide.recall", when: (scene) => offers(scene, "recall"), point: () => ["recall"] },
    { text: "guide.chameleon", when: (scene) => writes(scene) && hasWritten(scene) && (own(scene)?.chameleons ?? 0) > 0, point: () => ["chameleon"] },
  ],
  help: [
    { text: "guide.stuck_throw", when: chooses, point: (scene) => view(scene).dice.at_hand },
    { text: "guide.recall", when: (scene) => offers(scene, "recall"), point: () => ["recall"] },
    { text: "guide.stuck_help", when: decides, point: () => ["keep"] },
    { text: "guide.stuck_write", when: writes, point: numbers },
    { text: "guide.done", when: (scene) => offers(scene, "done"), point: () => ["done"] },
  ],
};

export default guide;
