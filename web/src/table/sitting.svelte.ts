import { LiveTable } from "../api/live.svelte";
import type { Action, Answer, Move, Seat, TableFrame } from "../api/types";
import { talk } from "../board/talk.svelte";
import { announcer } from "../shell/announcer.svelte";
import { sound } from "../shell/sound";
import { toasts } from "../shell/toasts.svelte";
import { Advising } from "./advising.svelte";

const SOON_MS = 2_000;

/** A person at a table: their seats, the questions they have to answer, and their actions. */
export class Sitting {
  readonly live: LiveTable;
  readonly advising = new Advising(this);
  /** The pending move: the frame that it was chosen from, and the version that the server assigned. */
  private sent: { from: TableFrame; version: number | null } | null = $state.raw(null);
  /** On a shared device: the seat that has confirmed to hold it, and whether others had chosen before. */
  private taken: { seat: number; amongOthers: boolean } | null = $state.raw(null);
  /** The seat that was asked last; the search for the next one starts after it. */
  private last = $state(-1);

  constructor(table: string) {
    this.live = new LiveTable(table);
  }

  frame = $derived.by(() => this.live.frame);
  mine = $derived.by(() => this.live.you?.seats.map((held) => held.seat) ?? []);
  isHost = $derived.by(() => this.live.you?.host ?? false);
  sharesDevice = $derived(this.mine.length > 1);

  /** My seats that owe a decision, or may enter random results, and are not played by a bot. */
  private asked = $derived.by(() => {
    const frame = this.frame;
    return this.mine.filter((seat) => (frame?.to_act.includes(seat) && frame.seats[seat]?.kind === "person") || frame?.tellers.includes(seat));
  });

  private isSecret = $derived.by(() => (this.frame?.curtain ?? "none") !== "none");

  /**
   * The seat that holds a shared device. While simultaneous choices are revealed, the device shows public
   * information to all.
   */
  private holder: number | null = $derived.by(() => {
    const isShown = this.taken?.amongOthers && this.frame?.curtain === "open";
    return this.taken && !isShown ? this.taken.seat : null;
  });

  /** The seat to act on a shared device. A seat that is asked again continues. */
  private next = $derived.by(() => {
    if (!this.sharesDevice) return null;
    const [asked, last] = [this.asked, this.last];
    const again = this.isSecret ? this.holder : last;
    return asked.find((seat) => seat === again) ?? asked.find((seat) => seat > last) ?? asked[0] ?? null;
  });

  /**
   * The point of view of a shared device (null: public): the seat to act, once it holds the device if
   * anything is secret. After its answer the view is public again.
   */
  private eyes: number | null = $derived.by(() => {
    if (this.next !== null && (this.next === this.holder || !this.isSecret)) return this.next;
    return this.isSecret || this.taken ? null : (this.frame?.viewer ?? null);
  });

  /** Whether the frame was made for another point of view: none of it may be shown or announced. */
  isVeiled = $derived.by(() => {
    if (!this.sharesDevice || !this.frame || this.frame.viewer === this.eyes) return false;
    return this.isSecret || this.taken !== null;
  });

  /** The seat that must take the device before anything secret is shown; null: none. */
  taker: Seat | null = $derived.by(() => {
    const next = this.next;
    return next === null || next === this.holder || !this.isSecret ? null : (this.frame?.seats[next] ?? null);
  });

  /** Whether the whole table is hidden. */
  isCurtained = $derived.by(() => this.isVeiled || (this.taker !== null && this.frame?.curtain === "drawn"));

  /** The legal moves of the current point of view. */
  moves: Move[] = $derived.by(() => this.frame?.moves ?? []);
  /** With the box on the table: the possible random results, one list per die or card. */
  falls: Move[][] = $derived.by(() => this.frame?.falls ?? []);
  forChance = $derived.by(() => this.falls.length > 0);

  /**
   * My seat whose last move can be taken back. On a shared device the secret choice of another player cannot.
   */
  takeBackSeat: number | null = $derived.by(() => {
    const seat = this.frame?.take_back ?? null;
    const isTheirs = seat !== null && (!this.isSecret || !this.sharesDevice || this.holder === null || this.holder === seat);
    return isTheirs && this.mine.includes(seat) ? seat : null;
  });

  /** My seat that a bot plays for at the moment; null: none. */
  standIn: Seat | null = $derived.by(() => {
    const { seats, phase } = this.frame ?? { seats: [], phase: "waiting" };
    return phase === "playing" ? (seats.find(({ seat, kind }) => kind === "bot" && this.mine.includes(seat)) ?? null) : null;
  });

  /** Whether I have marked myself as away. */
  isAway = $derived.by(() => this.frame?.phase !== "over" && (this.frame?.seats.some(({ seat, away }) => away && this.mine.includes(seat)) ?? false));

  /** Whether another person has, or may yet take, a seat on another device, so that a chat makes sense. */
  hasCompany = $derived.by(() => this.frame?.seats.some(({ seat, kind, owned }) => !this.mine.includes(seat) && (kind !== "bot" || owned)) ?? false);

  /** Whether the table waits for one of my seats to be ready. */
  isAwaited = $derived.by(() => this.frame?.waits_for.some((seat) => this.mine.includes(seat)) ?? false);

  /**
   * Whether a move is being sent, or was made but is not shown yet: the question on the screen is outdated.
   */
  sending = $derived.by(() => {
    const sent = this.sent;
    if (sent === null) return false;
    return sent.version === null || this.frame === sent.from || (this.frame?.version ?? 0) < sent.version;
  });

  /** Whether the present question follows from an action on this device. */
  get hasActed(): boolean {
    return this.sent !== null;
  }

  /** Switch the point of view as the turn changes, where several seats are mine. Call once in a component. */
  follow(): void {
    $effect(() => {
      const [frame, eyes] = [this.frame, this.eyes];
      if (!this.sharesDevice || !frame) return;
      if (frame.viewer !== eyes) this.live.look(eyes);
      else if (this.taken?.seat !== eyes) this.taken = null; // the view is public, and drawn so
      if (eyes !== null) this.last = eyes;
    });
    $effect(() => {
      if (!this.isVeiled) return;
      this.advising.forget();
      forgetWhatWasSaid();
    });
  }

  /** Confirm that the right player holds the device. */
  take(seat: number): void {
    this.last = seat;
    this.taken = { seat, amongOthers: this.frame?.curtain === "drawn" };
  }

  async do(action: Action): Promise<Answer> {
    const answer = await this.live.act(action);
    if (!answer.ok) toasts.show(answer.error, "bad");
    return answer;
  }

  /** Act, or retry shortly: an action may arrive a moment too early, while a piece is still moving. */
  private async doSoon(action: Action): Promise<Answer> {
    for (;;) {
      const answer = await this.live.act(action);
      const early = !answer.ok && answer.code === "too_early" ? (answer.retry_in_ms ?? Infinity) : Infinity;
      if (!answer.ok && early > SOON_MS) toasts.show(answer.error, "bad");
      if (early > SOON_MS) return answer;
      await new Promise((done) => setTimeout(done, early));
    }
  }

  /** Play a move. If the person wants warnings, a much worse move asks for confirmation first. */
  async play(move: string, sure = false): Promise<void> {
    const frame = this.frame;
    const seat = frame?.viewer;
    if (!frame || seat === null || seat === undefined || this.sending) return;
    this.sent = { from: frame, version: null };
    if (!sure && (await this.advising.warnsOf(seat, move))) {
      this.sent = null;
      return;
    }
    const answer = await this.doSoon({ do: "move", seat, token: this.token(seat), version: frame.version, move });
    this.sent = answer.ok ? { from: frame, version: answer.version } : null;
  }

  /** Submit all rolled or drawn results at once. */
  async tell(moves: string[]): Promise<void> {
    const [frame, viewer] = [this.frame, this.frame?.viewer];
    if (!frame || viewer === null || viewer === undefined || this.sending) return;
    this.sent = { from: frame, version: null };
    const answer = await this.do({ do: "tell", token: this.token(viewer), version: frame.version, moves });
    this.sent = answer.ok ? { from: frame, version: answer.version } : null;
  }

  async takeBack(): Promise<void> {
    const seat = this.takeBackSeat;
    if (seat === null || !this.frame) return;
    const answer = await this.do({ do: "take_back", seat, token: this.token(seat), version: this.frame.version });
    if (answer.ok) this.last = seat - 1; // the same seat chooses again
  }

  async startAgain(): Promise<void> {
    while (this.takeBackSeat !== null) {
      const version = this.frame?.version;
      await this.takeBack();
      if (this.frame?.version === version) return;
    }
  }

  token(seat: number): string {
    return this.live.you?.seats.find((one) => one.seat === seat)?.token ?? "";
  }
}

/** Clear messages that linger: screen reader announcements, toasts, notes on the board, scheduled tones. */
function forgetWhatWasSaid(): void {
  announcer.hush();
  toasts.clear();
  talk.hush();
  sound.hush();
}
