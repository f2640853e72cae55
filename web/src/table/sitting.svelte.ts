import { LiveTable } from "../api/live.svelte";
import type { Action, Answer, Move, Seat, TableFrame } from "../api/types";
import { talk } from "../board/talk.svelte";
import { announcer } from "../shell/announcer.svelte";
import { sound } from "../shell/sound";
import { toasts } from "../shell/toasts.svelte";
import { Advising } from "./advising.svelte";

const SOON_MS = 2_000;

/** A person at a table: which seats are theirs, what they are asked, and what they can do about it. */
export class Sitting {
  readonly live: LiveTable;
  readonly advising = new Advising(this);
  /** The move on its way: the frame that it was chosen from, and the version that the server gave it. */
  private sent: { from: TableFrame; version: number | null } | null = $state.raw(null);
  /** On a shared device: who has said that it is in their hands and nobody else looks; and whether others had chosen before them. */
  private taken: { seat: number; amongOthers: boolean } | null = $state.raw(null);
  /** And who was asked last: the next is the one after them. */
  private last = $state(-1);

  constructor(table: string) {
    this.live = new LiveTable(table);
  }

  frame = $derived.by(() => this.live.frame);
  mine = $derived.by(() => this.live.you?.seats.map((held) => held.seat) ?? []);
  isHost = $derived.by(() => this.live.you?.host ?? false);
  sharesDevice = $derived(this.mine.length > 1);

  /** My seats that owe a decision, or may say what chance did, and are not played by a bot. */
  private asked = $derived.by(() => {
    const frame = this.frame;
    return this.mine.filter((seat) => (frame?.to_act.includes(seat) && frame.seats[seat]?.kind === "person") || frame?.tellers.includes(seat));
  });

  private isSecret = $derived.by(() => (this.frame?.curtain ?? "none") !== "none");

  /** In whose hands a shared device is. When what all have chosen is shown it lies open before them. */
  private holder: number | null = $derived.by(() => {
    const isShown = this.taken?.amongOthers && this.frame?.curtain === "open";
    return this.taken && !isShown ? this.taken.seat : null;
  });

  /** The seat whose turn it is on a shared device. Whoever is asked once more goes on. */
  private next = $derived.by(() => {
    if (!this.sharesDevice) return null;
    const [asked, last] = [this.asked, this.last];
    const again = this.isSecret ? this.holder : last;
    return asked.find((seat) => seat === again) ?? asked.find((seat) => seat > last) ?? asked[0] ?? null;
  });

  /**
   * With whose eyes a shared device is to look (null: those of all around it): with those of whoever is asked, once they have it in hand where
   * anything is secret. When they have answered it lies open again.
   */
  private eyes: number | null = $derived.by(() => {
    if (this.next !== null && (this.next === this.holder || !this.isSecret)) return this.next;
    return this.isSecret || this.taken ? null : (this.frame?.viewer ?? null);
  });

  /** What we have was made for other eyes than those that look now: none of it may be seen, heard or read. */
  isVeiled = $derived.by(() => {
    if (!this.sharesDevice || !this.frame || this.frame.viewer === this.eyes) return false;
    return this.isSecret || this.taken !== null;
  });

  /** Who must take the device before anything secret is shown; null: nobody. */
  taker: Seat | null = $derived.by(() => {
    const next = this.next;
    return next === null || next === this.holder || !this.isSecret ? null : (this.frame?.seats[next] ?? null);
  });

  /** Nothing of the table is in sight. */
  isCurtained = $derived.by(() => this.isVeiled || (this.taker !== null && this.frame?.curtain === "drawn"));

  /** What I may play now, as the seat I look with. */
  moves: Move[] = $derived.by(() => this.frame?.moves ?? []);
  /** With the box on the table: what may have fallen, one after the other. */
  falls: Move[][] = $derived.by(() => this.frame?.falls ?? []);
  forChance = $derived.by(() => this.falls.length > 0);

  /** My seat whose last move can be taken back; nobody takes back what another at the same device has done in secret. */
  takeBackSeat: number | null = $derived.by(() => {
    const seat = this.frame?.take_back ?? null;
    const isTheirs = seat !== null && (!this.isSecret || !this.sharesDevice || this.holder === null || this.holder === seat);
    return isTheirs && this.mine.includes(seat) ? seat : null;
  });

  /** My seat for which a bot stands in; null: none. */
  standIn: Seat | null = $derived.by(() => {
    const { seats, phase } = this.frame ?? { seats: [], phase: "waiting" };
    return phase === "playing" ? (seats.find(({ seat, kind }) => kind === "bot" && this.mine.includes(seat)) ?? null) : null;
  });

  /** Whether I have said that I am away. */
  isAway = $derived.by(() => this.frame?.phase !== "over" && (this.frame?.seats.some(({ seat, away }) => away && this.mine.includes(seat)) ?? false));

  /** Whether anybody else sits here, or may yet, with whom one could talk from another device. */
  hasCompany = $derived.by(() => this.frame?.seats.some(({ seat, kind, owned }) => !this.mine.includes(seat) && (kind !== "bot" || owned)) ?? false);

  /** Whether the table gives time to one of my seats. */
  isAwaited = $derived.by(() => this.frame?.waits_for.some((seat) => this.mine.includes(seat)) ?? false);

  /** A move is on its way, or made but not yet shown: what is on the screen is no longer the question. */
  sending = $derived.by(() => {
    const sent = this.sent;
    if (sent === null) return false;
    return sent.version === null || this.frame === sent.from || (this.frame?.version ?? 0) < sent.version;
  });

  /** Whether what is asked now follows from what was done here. */
  get hasActed(): boolean {
    return this.sent !== null;
  }

  /** Looks with the right eyes, where several seats are mine. To be called once, in a component. */
  follow(): void {
    $effect(() => {
      const [frame, eyes] = [this.frame, this.eyes];
      if (!this.sharesDevice || !frame) return;
      if (frame.viewer !== eyes) this.live.look(eyes);
      else if (this.taken?.seat !== eyes) this.taken = null; // it lies open, and is drawn so
      if (eyes !== null) this.last = eyes;
    });
    $effect(() => {
      if (!this.isVeiled) return;
      this.advising.forget();
      forgetWhatWasSaid();
    });
  }

  /** The right person has the device in hand. */
  take(seat: number): void {
    this.last = seat;
    this.taken = { seat, amongOthers: this.frame?.curtain === "drawn" };
  }

  async do(action: Action): Promise<Answer> {
    const answer = await this.live.act(action);
    if (!answer.ok) toasts.show(answer.error, "bad");
    return answer;
  }

  /** What comes a moment too early, while a stone is still on its way, is done when that moment has passed. */
  private async doSoon(action: Action): Promise<Answer> {
    for (;;) {
      const answer = await this.live.act(action);
      const early = !answer.ok && answer.code === "too_early" ? (answer.retry_in_ms ?? Infinity) : Infinity;
      if (!answer.ok && early > SOON_MS) toasts.show(answer.error, "bad");
      if (early > SOON_MS) return answer;
      await new Promise((done) => setTimeout(done, early));
    }
  }

  /** Plays a move; where one wants to be warned, a much worse one only if one is sure. */
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

  /** Says what has been rolled or drawn, all of it at once. */
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
    if (answer.ok) this.last = seat - 1; // they choose again
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

/** What lingers after it was said: words to screen readers, notes at the edge of the screen and at the board, tones still to come. */
function forgetWhatWasSaid(): void {
  announcer.hush();
  toasts.clear();
  talk.hush();
  sound.hush();
}
