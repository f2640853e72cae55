import type { Guide, Scene } from "../../guide/guide";
import type { MuseumView } from "./view";

const see = ({ view }: Scene) => view as MuseumView;
const can = (move: string) => (scene: Scene) => scene.moves.some((one) => one.move === move);
const children = (scene: Scene) => see(scene).children.map(({ name }) => `child:${name}`);
const walkers = (scene: Scene) => children(scene).filter((child) => can(child.slice("child:".length))(scene));
/** The strips that one of the dice can be placed on. */
const strips = (scene: Scene) =>
  see(scene)
    .strips.map(({ symbol }) => symbol)
    .filter((symbol) => scene.moves.some(({ move }) => move === symbol || move === `w:${symbol}` || move === `w:dino>${symbol}`))
    .map((symbol) => `strip:${symbol}`);
const cards = (scene: Scene) => [
  ...new Set(scene.moves.flatMap(({ move }) => (move.startsWith("!") ? [`card:${move.slice(1).split(" ")[0]}`] : []))),
];
const onward = ({ moves }: Scene) => ["act", "go", "keep", "white", "draw", "light", "end"].filter((id) => moves.some(({ move }) => move === id));

const guide: Guide = {
  lessons: [
    { text: "guide.goal", point: (scene) => [...children(scene), "silas"] },
    { text: "guide.place", when: (scene) => strips(scene).length > 0, point: strips },
    { text: "guide.strips", when: (scene) => see(scene).stage === "place", point: () => ["strip:fox", "strip:torch", "strip:shoe"] },
    { text: "guide.caps", when: (scene) => see(scene).strips[3]!.dice.length > 0, point: () => ["guard", "strip:cap"] },
    { text: "guide.roll", when: can("roll"), point: () => ["roll"] },
    { text: "guide.act", when: can("act"), point: () => ["act"] },
    { text: "guide.steps", when: can("stop"), point: walkers },
    { text: "guide.cards", when: (scene) => cards(scene).length > 0, point: cards },
    { text: "guide.ida", when: (scene) => see(scene).ida !== null && see(scene).guard !== null, point: () => ["ida", "strip:ida"] },
  ],
  help: [
    { text: "guide.help_steps", when: can("stop"), point: walkers },
    { text: "guide.help_dino", when: (scene) => see(scene).loose.some(({ symbol }) => symbol === "dino"), point: () => ["die:white"] },
    { text: "guide.help_place", when: (scene) => strips(scene).length > 0, point: strips },
    { text: "guide.help_roll", when: can("roll"), point: () => ["roll"] },
    { text: "guide.help_onward", point: onward },
  ],
};

export default guide;
