import type { Guide, Scene } from "../../guide/guide";

const isAsked = ({ moves }: Scene) => moves.length > 0;
const isChoosing = (scene: Scene) => isAsked(scene) && scene.view.stage === "choose";
const round = ({ view }: Scene) => view.round as number;
const PASS = 5;
/** The stones in the hands that were revealed last. */
const shown = ({ view }: Scene) =>
  (view.seats as { shown: number | null }[]).map((seat) => seat.shown).filter((value) => value !== null && value > 0 && value < PASS);
const hasCancelled = (scene: Scene) => new Set(shown(scene)).size < shown(scene).length;
const hasWinner = (scene: Scene) => shown(scene).length === (scene.view.seats as unknown[]).length && !hasCancelled(scene);
const offered = ({ moves }: Scene) => moves.map((move) => move.move);

const guide: Guide = {
  lessons: [
    { text: "guide.goal" },
    { text: "guide.choose", when: isChoosing, point: offered },
    { text: "guide.cancelled", when: (scene) => round(scene) >= 2 && hasCancelled(scene) },
    { text: "guide.reveal", when: (scene) => round(scene) >= 2 && hasWinner(scene) },
    { text: "guide.hand", when: (scene) => isChoosing(scene) && round(scene) >= 2 && offered(scene).includes("-"), point: () => ["-"] },
    { text: "guide.steal", when: (scene) => isAsked(scene) && scene.view.stage === "steal", point: offered },
    { text: "guide.remember", when: (scene) => isChoosing(scene) && round(scene) >= 3 },
    { text: "guide.end", when: (scene) => round(scene) >= 7 },
  ],
  help: [
    { text: "guide.steal", when: (scene) => isAsked(scene) && scene.view.stage === "steal", point: offered },
    { text: "guide.help", when: isChoosing, point: offered },
  ],
};

export default guide;
