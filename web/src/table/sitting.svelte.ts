import { LiveTable } from "../api/live.svelte";
import type { Action, Answer, Move, Seat, TableFrame } from "../api/types";
import { toasts } from "../shell/toasts.svelte";
import { Advising } from "./advising.svelte";

/** A person at a table: which seats are theirs, what they are asked, and what they can do about it. */
export class Sitting {
  readonly live: LiveTable;
  readonly advising = new Advising(this);
  /** The move on its way: the frame that it was chosen from, and the version that the server gave it. */
  private sent: { from: TableFrame; version: number | null } | null = $state.raw(null);
  /** On a shared device: whose hands it was in last. */
  private holder: number | null = $state(null);
  /** And who has said that it is in their hands and nobody else looks. */
  private unobserved: number | null = $state(null);

  constructor(table: string) {
    this.live = new LiveTable(table);
  }

  frame = $derived.by(() => this.live.frame);
  mine = $derived.by(() => this.live.you?.seats.map((held) => held.seat) ?? []);
  isHost = $derived.by(() => this.live.you?.host ?? false);
  sharesDevice = $derived(this.mine.length > 1);

  /** My seats that owe a decision and are not played by a bot. */
  private asked = $derived.by(() => {
    const frame = this.frame;
    return this.mine.filter((seat) => frame?.to_act.includes(seat) && frame.seats[seat]?.kind === "person");
  });

  /** On a shared device: the seat whose turn it is now, the one after the last holder first. */
  private next = $derived.by(() => {
    if (!this.sharesDevice || this.asked.length === 0) return null;
    if (this.holder !== null && this.asked.includes(this.holder)) return this.holder;
    const holder = this.holder ?? -1;
    return this.asked.find((seat) => seat > holder) ?? this.asked[0] ?? null;
  });

  /** Who must take the device before anything secret is shown; null: nobody. */
  curtain: Seat | null = $derived.by(() => {
    const next = this.next;
    if (next === null || next === this.unobserved || !this.frame?.private.includes(next)) return null;
    return this.frame.seats[next] ?? null;
  });

  /** What I may play now, as the seat I look with. */
  moves: Move[] = $derived.by(() => this.frame?.moves ?? []);
  /** With the box on the table: what may have fallen, one after the other. */
  falls: Move[][] = $derived.by(() => this.frame?.falls ?? []);
  forChance = $derived.by(() => this.falls.length > 0);

  takeBackSeat: number | null = $derived.by(() => {
    const frame = this.frame;
    return frame && frame.take_back !== null && this.mine.includes(frame.take_back) ? frame.take_back : null;
  });

  /** A move is on its way, or made but not yet shown: what is on the screen is no longer the question. */
  sending = $derived.by(() => {
    const sent = this.sent;
    if (sent === null) return false;
    return sent.version === null || this.frame === sent.from || (this.frame?.version ?? 0) < sent.version;
  });

  /** Keeps the eyes on the seat that is to act, where several are mine and nothing is secret. To be called once, in a component. */
  follow(): void {
    $effect(() => {
      const next = this.next;
      if (next === null || this.curtain) return;
      this.holder = next;
      if (!this.frame?.private.includes(next)) this.unobserved = null; // now the device lies open before all of them
      if (this.frame && this.frame.viewer !== next) this.live.look(next);
    });
  }

  /** The right person has the device in hand. */
  reveal(seat: number): void {
    this.holder = seat;
    this.unobserved = seat;
    this.live.look(seat);
  }

  async do(action: Action): Promise<Answer> {
    const answer = await this.live.act(action);
    if (!answer.ok) toasts.show(answer.error, "bad");
    return answer;
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
    const answer = await this.do({ do: "move", seat, token: this.token(seat), version: frame.version, move });
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
    await this.do({ do: "take_back", seat, token: this.token(seat), version: this.frame.version });
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
