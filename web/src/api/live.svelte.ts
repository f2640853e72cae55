import { person } from "../shell/person.svelte";
import { settings } from "../shell/settings.svelte";
import { houseFor, server, type House, type Line } from "./house";
import { kept } from "./kept";
import type { Action, Answer, AnswerFrame, HereFrame, LabelCommand, Language, ServerFrame, TableEvent, TableFrame, View, YouFrame } from "./types";

export type Connection = "connecting" | "open" | "lost" | "closing" | "missing";

const SILENCE_MS = 12_000; // after this long without a message we send a ping
const PATIENCE_MS = 6_000; // and reconnect if no answer arrives
const WAKING_MS = 700; // the same timeout after the device was asleep: its connection is often dead
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 4_000;
const SPARE_MS = 1_000; // an open connection is kept this long for the next table

/**
 * The connection of the table that was just left. The next table, such as a rematch, reuses it without a
 * handshake.
 */
let spare: { socket: Line; house: House | null; language: Language; reads: boolean; timer: ReturnType<typeof setTimeout> } | null = null;

function spared(house: House, language: Language, reads: boolean): Line | null {
  const line = spare;
  if (line?.language !== language || line.reads !== reads || line.house !== house || line.socket.readyState !== WebSocket.OPEN) return null;
  clearTimeout(line.timer);
  spare = null;
  return line.socket;
}

interface Pending {
  message: (Action & { id: string }) | LabelCommand;
  settle: (answer: Answer) => void;
}

/**
 * The live connection to one table. It reconnects by itself. Events are delivered once, and actions are
 * idempotent: an unanswered action is sent again with the same id.
 */
export class LiveTable {
  frame: TableFrame | null = $state.raw(null);
  /** The position before the last move, if known. */
  before: View | null = $state.raw(null);
  you: YouFrame | null = $state.raw(null);
  here: HereFrame | null = $state.raw(null);
  log: TableEvent[] = $state.raw([]);
  connection: Connection = $state("connecting");
  /** The server's clock minus the local clock. */
  skew = $state(0);

  /** Whether the table is stored on this device. */
  isHere = $state(false);

  private socket: Line | null = null;
  private house: House | null = null;
  private readonly pending = new Map<string, Pending>();
  private language: Language;
  // whether positions and moves are wanted in words, which drawn boards do not need
  private reads = settings.textView;
  private pause = FIRST_PAUSE_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  // id of the pending switch of table; until it is answered, frames are of the previous table
  private going: string | null = null;

  constructor(
    readonly table: string,
    /** The point of view: a seat, or (null) the audience; undefined: the server chooses. */
    private viewer?: number | null,
  ) {
    this.language = settings.language;
    addEventListener("online", this.hurry);
    addEventListener("offline", this.hangUp);
    document.addEventListener("visibilitychange", this.wake);
    void this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.hangUp);
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.timer);
    if (this.socket?.readyState === WebSocket.OPEN && this.pending.size === 0 && this.going === null && !spare) this.leave(this.socket);
    else this.socket?.close();
  }

  private leave(socket: Line): void {
    const timer = setTimeout(() => {
      if (spare?.socket === socket) spare = null;
      socket.close();
    }, SPARE_MS);
    socket.onmessage = null;
    spare = { socket, house: this.house, language: this.language, reads: this.reads, timer };
  }

  /** Send an action to the table. The promise survives reconnections. */
  act(action: Action): Promise<Answer> {
    return this.ask({ ...action, id: newId() });
  }

  /** One of my legal moves in words; null if it is no longer legal. */
  async label(move: string): Promise<string | null> {
    const answer = await this.ask({ do: "label", id: newId(), moves: [move] });
    return answer.ok ? (answer.labels?.[move] ?? null) : null;
  }

  private ask(message: Pending["message"]): Promise<Answer> {
    return new Promise((settle) => {
      this.pending.set(message.id, { message, settle });
      this.send(message);
    });
  }

  /** Switch the point of view to one of my seats, or (null) to the audience. */
  look(seat: number | null): void {
    this.viewer = seat;
    this.send({ do: "look", seat });
  }

  speak(language: Language): void {
    if (language === this.language) return;
    this.language = language;
    this.send({ do: "language", language });
  }

  /** Switch on or off positions and moves in words. */
  read(wanted: boolean): void {
    if (wanted === this.reads) return;
    this.reads = wanted;
    this.send({ do: "words", wanted });
  }

  hurry = (): void => {
    if (this.closed || this.connection === "missing") return;
    clearTimeout(this.timer);
    this.pause = FIRST_PAUSE_MS;
    if (!this.socket) void this.connect();
  };

  /** Check the connection when the page becomes visible, so that it is current within a second. */
  private wake = (): void => {
    if (this.closed || document.visibilityState !== "visible") return;
    const socket = this.socket;
    if (!socket) this.hurry();
    if (this.isHere || socket?.readyState !== WebSocket.OPEN) return;
    this.send({ do: "ping" });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      socket.close();
      this.lose(socket);
      this.hurry();
    }, WAKING_MS);
  };

  private hangUp = (): void => {
    if (this.isHere) return;
    const socket = this.socket;
    socket?.close();
    if (socket) this.lose(socket); // without a network the close handshake would time out
  };

  private async connect(): Promise<void> {
    let house: House;
    try {
      house = this.house ?? (await this.found());
    } catch {
      this.retryLater();
      return;
    }
    if (this.closed || this.socket) return;
    const line = this.frame || this.viewer !== undefined ? null : spared(house, this.language, this.reads);
    const socket = line ?? house.line(this.address());
    this.house = house;
    this.isHere = house !== server;
    this.socket = socket;
    const { language, reads, viewer } = this;
    const opened = () => {
      this.connection = "open";
      this.pause = FIRST_PAUSE_MS;
      this.listen(socket);
      // Changes made before the connection was open have not been sent.
      if (this.language !== language) this.send({ do: "language", language: this.language });
      if (this.reads !== reads) this.send({ do: "words", wanted: this.reads });
      if (this.viewer !== viewer && this.viewer !== undefined) this.send({ do: "look", seat: this.viewer });
      this.sendAgain();
    };
    socket.onopen = opened;
    socket.onmessage = (event) => {
      this.listen(socket);
      this.receive(JSON.parse(String(event.data)) as ServerFrame);
    };
    socket.onclose = (event) => this.lose(socket, event.code);
    if (line) {
      this.going = newId();
      this.send({ do: "go", id: this.going, table: this.table });
      opened();
    }
  }

  /** Find the backend of this table, once the person is known to it. The result is kept for reconnections. */
  private async found(): Promise<House> {
    const house = await houseFor(this.address());
    await person.known();
    return house;
  }

  private address(): string {
    const sameWords = this.frame?.language === this.language && (this.viewer === undefined || this.frame.viewer === this.viewer);
    const asked = new URLSearchParams({ language: this.language, since: String(sameWords ? (this.frame?.version ?? 0) : 0) });
    const viewer = this.viewer === undefined && this.frame ? this.frame.viewer : this.viewer;
    if (viewer !== undefined) asked.set("seat", viewer === null ? "none" : String(viewer));
    if (!this.reads) asked.set("words", "no");
    return `/api/tables/${encodeURIComponent(this.table)}/live?${asked}`;
  }

  private lose(socket: Line, code = 1006): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.going = null;
    clearTimeout(this.timer);
    if (this.closed) return;
    if (code === 4404) {
      this.connection = "missing";
      return;
    }
    if (code === 4401) {
      person.forget();
      this.house = null;
    }
    if (code === 4403) {
      this.viewer = undefined;
      this.frame = null; // the frame was made for a seat that is no longer ours
    }
    if (this.connection !== "closing") this.connection = "lost";
    this.retryLater();
  }

  private retryLater(): void {
    if (this.closed) return;
    if (this.connection === "connecting") this.connection = "lost";
    this.timer = setTimeout(() => void this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
  }

  /** Every message proves that the connection works; after a long silence, send a ping. */
  private listen(socket: Line): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.send({ do: "ping" });
      this.timer = setTimeout(() => {
        socket.close();
        this.lose(socket);
      }, PATIENCE_MS);
    }, SILENCE_MS);
  }

  private send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private receive(frame: ServerFrame): void {
    if (this.going !== null) this.arrive(frame);
    else if (frame.type === "table") this.show(frame);
    else if (frame.type === "you") this.learn(frame);
    else if (frame.type === "here") this.here = frame;
    else if (frame.type === "answer") this.settle(frame);
    else if (frame.type === "closing") this.connection = "closing";
  }

  /** Wait for the first frame of this table on a connection taken over from another. */
  private arrive(frame: ServerFrame): void {
    if (frame.type !== "answer" || frame.id !== this.going) return;
    this.going = null;
    if (!frame.ok) this.connection = "missing";
  }

  private learn(you: YouFrame): void {
    const isLost = typeof this.viewer === "number" && !you.seats.some((held) => held.seat === this.viewer);
    if (isLost) this.viewer = undefined;
    this.you = you;
  }

  private show(frame: TableFrame): void {
    // sent before the point of view was changed
    if (this.viewer !== undefined && frame.viewer !== this.viewer) return;
    const shown = this.frame?.version ?? 0;
    if (frame.since > shown) {
      this.send({ do: "sync", since: shown }); // a frame was lost
      return;
    }
    if (frame.since > 0 && frame.version < shown) return;
    this.skew = frame.now - Date.now();
    this.log = frame.since === 0 ? frame.events : [...this.log, ...frame.events.filter((event) => event.version > shown)];
    const earlier = this.frame;
    this.frame = kept(earlier, frame);
    if (frame.since === 0) this.before = frame.before;
    else if (earlier && earlier.view !== this.frame.view) this.before = earlier.view;
  }

  /** Send all unanswered actions again. The server ignores ids that it has processed. */
  private sendAgain(): void {
    for (const { message } of this.pending.values()) this.send(message);
  }

  private settle(answer: AnswerFrame): void {
    if (!answer.ok && answer.id === null && answer.code === "too_many") setTimeout(() => this.sendAgain(), answer.retry_in_ms ?? FIRST_PAUSE_MS);
    const waiting = answer.id === null ? undefined : this.pending.get(answer.id);
    if (!waiting || answer.id === null) return;
    this.pending.delete(answer.id);
    waiting.settle(answer);
  }
}

function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
