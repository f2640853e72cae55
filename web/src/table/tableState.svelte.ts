import { getContext, setContext } from "svelte";
import { MediaQuery } from "svelte/reactivity";

import { gameIn } from "../api/games.svelte";
import type { GameDetails } from "../api/types";
import { keepContribution, newContribution } from "../chance/contribution";
import { goalOf } from "../game-page/goals";
import { boardOf, guideOf, isFromOutside } from "../games/registry";
import { sayer } from "../games/say";
import { learning } from "../guide/learning.svelte";
import { Loaded } from "../shell/loaded.svelte";
import { person } from "../shell/person.svelte";
import { links, router } from "../shell/router.svelte";
import { settings } from "../shell/settings.svelte";
import { keepScreenOn } from "../shell/wakeLock";
import { learnAll, texts } from "../texts";
import { Ending } from "./ending.svelte";
import { narrate } from "./narrator.svelte";
import { notice } from "./notices.svelte";
import { playOnlyMove } from "./onlyMove.svelte";
import { Sitting } from "./sitting.svelte";
import type { Tool } from "./tools";
import { Unread, type SideTab } from "./unread.svelte";

const KEY = Symbol("table");
const RECENT_LOT_MS = 10_000;

/** The state of one table's page; its zones read it from the component context. */
export class TableState {
  readonly sitting: Sitting;
  readonly details = new Loaded<GameDetails>();
  readonly ending = new Ending();
  readonly unread: Unread;
  showsRules = $state(false);
  showsSide = $state(false);
  showsHelpDial = $state(false);
  tab = $state<SideTab>("log");
  /** Asks for hints; set by the advice card while it is shown. */
  askAdvice: (() => void) | null = $state.raw(null);

  private readonly wide = new MediaQuery("(min-width: 68.75rem) and (min-height: 30rem)");
  private readonly roomy = new MediaQuery("(min-width: 40rem)");
  /** The game whose board component has been loaded. */
  private loadedBoard = $state("");
  /**
   * The page is rendered in three steps from top to bottom, so that nothing rendered already moves and taps
   * are handled in between.
   */
  private step = $state(1);
  private isLotSeen = $state(false);

  constructor(readonly id: string) {
    this.sitting = new Sitting(id);
    this.unread = new Unread(() => this.sitting.live.log);
  }

  frame = $derived.by(() => this.sitting.frame);
  gameId = $derived.by(() => this.frame?.game ?? "");
  /** Derived separately from the frame, so that components that show seats update only when seats change. */
  seats = $derived.by(() => this.frame?.seats ?? []);
  game = $derived.by(() => this.details.value);
  say = $derived.by(() => sayer(this.game?.texts ?? {}));
  title = $derived.by(() => this.frame?.name || this.game?.title || "");
  goal = $derived.by(() => this.frame?.challenge?.goal || goalOf(this.id));
  hasColumn = $derived.by(() => this.wide.current);
  readsWords = $derived.by(() => settings.textView || (this.frame !== null && boardOf(this.frame.game) === null));
  hasBoard = $derived.by(() => this.frame !== null && !this.readsWords);
  canJoin = $derived.by(() => {
    const { frame, sitting } = this;
    return frame !== null && sitting.mine.length === 0 && frame.phase !== "over" && frame.seats.some((seat) => seat.kind === "open");
  });
  isReady = $derived.by(() => this.frame !== null && this.game !== null && (!this.hasBoard || this.loadedBoard === this.gameId));
  drawsBoard = $derived.by(() => this.step > 1);
  isDrawn = $derived.by(() => this.step === 3);

  /** Whether a lot has just decided who begins. */
  showsLot = $derived.by(() => {
    if (this.isLotSeen) return false;
    const { log, skew } = this.sitting.live;
    return log.some(({ happened, at }) => happened.some(({ key }) => key === "lot") && Date.now() + skew - at < RECENT_LOT_MS);
  });

  /** The prefix of the tab's title: unread messages, and whose turn it is. */
  attention = $derived.by(() => {
    const { frame } = this;
    const isAsked = frame?.phase === "playing" && !this.sitting.sending && frame.prompt !== null && frame.chosen === null;
    const said = this.unread.count ? `(${this.unread.count}) ` : "";
    return isAsked ? `${said}${texts().table.yourTurn} · ` : said;
  });

  private adviceTool: Tool[] = $derived.by(() => {
    const { frame } = this;
    const { advising } = this.sitting;
    if (!frame?.hints || frame.viewer === null || frame.phase !== "playing" || advising.isAdvised) return [];
    const t = texts().advice;
    const disabled = !advising.canAsk || advising.thinking || advising.hints.length > 0;
    return [{ icon: "bulb", label: advising.thinking ? t.thinking : t.ask, act: () => this.askAdvice?.(), disabled }];
  });

  private otherTools: Tool[] = $derived.by(() => {
    const { frame, sitting, ending } = this;
    if (!frame || !this.game) return [];
    const t = texts();
    const tools: Tool[] = [];
    if (frame.phase === "over") tools.push({ icon: "cup", label: t.table.result, act: () => (ending.isShown = true), disabled: ending.isShown });
    if (sitting.mine.length && frame.phase === "playing" && !frame.challenge?.counted)
      tools.push({ icon: "undo", label: t.table.takeBack, act: () => void sitting.takeBack(), disabled: sitting.takeBackSeat === null });
    if (frame.hints && frame.viewer !== null && frame.phase === "playing") {
      const position = t.advice.positions[sitting.advising.help].name;
      tools.push({ icon: "sliders", label: `${t.advice.dial}: ${position}`, act: () => (this.showsHelpDial = true) });
    }
    if (this.hasBoard && guideOf(frame.game) && frame.phase !== "waiting") tools.push(this.guideTool(frame.game));
    tools.push({ icon: "book", label: t.table.rules, act: () => (this.showsRules = true) });
    return tools;
  });

  toolsInBar = $derived.by(() =>
    this.roomy.current ? [...this.otherTools.slice(0, -2), ...this.adviceTool, ...this.otherTools.slice(-2)] : this.adviceTool,
  );
  toolsInMenu = $derived.by(() => (this.roomy.current ? [] : this.otherTools));

  private guideTool(game: string): Tool {
    const t = texts().guide;
    if (!learning.isOn(game)) return { icon: "owl", label: t.again, act: () => learning.begin(game) };
    const isFolded = learning.card === "folded";
    return {
      icon: "owl",
      label: t.show,
      act: () => (learning.card = "called"),
      disabled: !isFolded && (this.hasColumn || learning.speaks),
      marked: isFolded && learning.speaks,
    };
  }

  /** Connect, and keep everything up to date. Call once while a component is initialised. */
  follow(): void {
    const { sitting } = this;
    const isReadingChat = (): boolean => this.tab === "chat" && (this.hasColumn || this.showsSide);
    this.unread.follow(isReadingChat, () => this.frame !== null);
    this.ending.follow(() => this.frame);
    sitting.follow();
    narrate(sitting);
    notice(sitting, isReadingChat);
    playOnlyMove(sitting);
    $effect(() => () => sitting.live.close());
    $effect(() => sitting.live.speak(settings.language));
    // Plug-in boards may show the labels of moves.
    $effect(() => sitting.live.read(this.readsWords || (this.frame !== null && isFromOutside(this.frame.game))));
    $effect(() => {
      const [game, language] = [this.gameId, settings.language];
      if (game) void this.details.load(() => gameIn(game, language));
    });
    $effect(() => {
      const game = this.gameId;
      const done = (): string => (this.loadedBoard = game);
      if (this.hasBoard) void boardOf(game)?.().then(done, done);
    });
    $effect(() => {
      if (!this.isReady || this.step === 3) return;
      const next = setTimeout(() => (this.step += 1));
      return () => clearTimeout(next);
    });
    $effect(() => {
      if (this.isDrawn) learnAll();
    });
    const isPlayed = $derived(this.frame?.phase === "playing" && sitting.mine.length > 0);
    $effect(() => (isPlayed ? keepScreenOn() : undefined));
  }

  /** Open the side panel: at the chat if it has unread messages. */
  openSide(): void {
    if (this.unread.count) this.tab = "chat";
    this.showsSide = true;
  }

  markLotSeen(): void {
    this.isLotSeen = true;
  }

  async join(name: string, seat?: number): Promise<void> {
    await person.rename(name).catch(() => undefined);
    const contribution = newContribution();
    const isWaiting = this.frame?.phase === "waiting";
    const answer = await this.sitting.do({ do: "join", name, contribution, ...(seat === undefined ? {} : { seat }) });
    if (answer.ok && isWaiting) keepContribution(this.id, contribution);
  }

  async rematch(begins: string): Promise<void> {
    const answer = await this.sitting.do({ do: "rematch", begins });
    if (answer.ok && answer.table) router.go(links.table(answer.table));
  }
}

export function provideTable(table: TableState): void {
  setContext(KEY, table);
}

/** The table on whose page a component is mounted. */
export function useTable(): TableState {
  return getContext<TableState>(KEY);
}
