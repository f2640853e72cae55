import type { Help, Hint, TableFrame, Warning } from "../api/types";
import { announcer } from "../shell/announcer.svelte";
import { toasts } from "../shell/toasts.svelte";
import { texts } from "../texts";
import type { Sitting } from "./sitting.svelte";

/**
 * Identifies the question of a frame to its viewer; empty: none. Chat and simultaneous choices of other seats
 * leave it unchanged.
 */
function questionOf(frame: TableFrame | null): string {
  if (!frame?.moves.length || frame.chosen !== null || frame.phase !== "playing") return "";
  return JSON.stringify([frame.viewer, frame.language, frame.prompt, frame.moves.map((move) => move.move)]);
}

/** The advice for a person at a table: the hints for the present question, and a pending warning. */
export class Advising {
  thinking = $state(false);
  warning: Warning | null = $state.raw(null);
  private given: { question: string; hints: Hint[]; unasked: boolean } | null = $state.raw(null);

  constructor(private readonly sitting: Sitting) {}

  private question = $derived.by(() => questionOf(this.sitting.frame));
  /** Hints of the automatic mode are hidden when the help setting is turned down. */
  hints = $derived.by(() => {
    const given = this.given;
    return given && given.question === this.question && (!given.unasked || this.isAdvised) ? given.hints : [];
  });
  canAsk = $derived.by(() => this.question !== "" && !this.sitting.sending);

  help: Help = $derived.by(() => {
    const frame = this.sitting.frame;
    return (frame && frame.viewer !== null && frame.seats[frame.viewer]?.help) || "silent";
  });

  isAdvised = $derived.by(() => this.help === "advise" || this.help === "play_along");

  /** Ask for hints at every turn, if the person wants that. Call once in a component. */
  follow(): void {
    $effect(() => {
      if (this.isAdvised && this.question && !this.sitting.isCurtained) void this.ask(true);
    });
  }

  /** Ask for the best moves. Errors of automatic requests are not shown. */
  async ask(unasked = false): Promise<void> {
    const [frame, question] = [this.sitting.frame, this.question];
    if (!question || frame?.viewer == null || (this.given?.question === question && this.hints.length)) return;
    const seat = frame.viewer;
    this.thinking = true;
    const answer = await this.sitting.live.act({ do: "hint", seat, token: this.sitting.token(seat), version: frame.version });
    this.thinking = false;
    if (answer.ok) this.show(question, answer.hints ?? [], unasked);
    else if (!unasked) toasts.show(answer.error, "bad");
  }

  private show(question: string, hints: Hint[], unasked: boolean): void {
    this.given = { question, hints, unasked };
    if (question !== this.question) return;
    const t = texts().advice;
    announcer.say([t.best, ...hints.map((hint) => [hint.label, hint.worth, hint.reason].filter(Boolean).join(", "))].join(". "));
  }

  /** Hide the hints. */
  dismiss(): void {
    this.given = null;
  }

  /** Reset for another viewer. */
  forget(): void {
    this.warning = this.given = null;
  }

  async turn(help: Help): Promise<void> {
    const seat = this.sitting.frame?.viewer;
    if (seat != null && help !== this.help) await this.sitting.do({ do: "help", seat, help });
  }

  /** Whether a move needs a warning. If so, the question is then on the screen. */
  async warnsOf(seat: number, move: string): Promise<boolean> {
    const frame = this.sitting.frame;
    if (this.help !== "warn" || !frame?.hints) return false;
    const answer = await this.sitting.live.act({ do: "check", seat, token: this.sitting.token(seat), version: frame.version, move });
    this.warning = (answer.ok && answer.warning) || null;
    return this.warning !== null;
  }

  /** Answer a warning: with the chosen move, a better one, or (null) neither. */
  answer(move: string | null): void {
    this.warning = null;
    if (move !== null) void this.sitting.play(move, true);
  }
}
