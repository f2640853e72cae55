import type { Guide, Scene } from "../../guide/guide";
import { isTrick, type SquidView } from "./view";

const see = ({ view }: Scene) => view as SquidView;
const offered = ({ moves }: Scene) => moves.map(({ move }) => move);
const can = (move: string) => (scene: Scene) => offered(scene).includes(move);
const places = (scene: Scene) => offered(scene).filter((move) => move.startsWith("@"));
const own = (scene: Scene) => see(scene).ring.flatMap((seat, place) => (seat === scene.viewer ? [`@${place}`] : []));
const tricks = (scene: Scene) => offered(scene).filter(isTrick);
const hits = (scene: Scene) => see(scene).card === "pow";
const at = (stage: SquidView["stage"]) => (scene: Scene) => see(scene).stage === stage;

const guide: Guide = {
  lessons: [
    { text: "guide.goal", point: own },
    { text: "guide.place", when: (scene) => places(scene).length > 0, point: places },
    { text: "guide.vote", when: can("1"), point: () => ["0", "1"] },
    { text: "guide.moved", when: (scene) => at("moved")(scene) && can("pass")(scene), point: () => ["guard", "pass"] },
    { text: "guide.card", when: at("action"), point: () => ["card"] },
    { text: "guide.again", when: (scene) => can("again")(scene) && hits(scene), point: () => ["again"] },
    { text: "guide.tricks", when: (scene) => tricks(scene).length > 0, point: tricks },
    { text: "guide.counts", when: (scene) => can("1")(scene) && see(scene).round > 1, point: () => ["count:pow", "count:empty", "count:trick"] },
    { text: "guide.end", when: (scene) => see(scene).seats.some(({ characters }) => characters < 2), point: own },
  ],
  help: [
    { text: "guide.place", when: (scene) => places(scene).length > 0, point: places },
    { text: "guide.help_vote", when: can("1"), point: () => ["0", "1"] },
    { text: "guide.help_again", when: can("again"), point: () => ["again", "pass"] },
    { text: "guide.help_trick", when: (scene) => tricks(scene).length > 0, point: (scene) => [...tricks(scene), "pass"] },
    { text: "guide.help_pass", when: can("pass"), point: () => ["pass"] },
  ],
};

export default guide;
