/**
 * The rules of a game as WebAssembly, made by `ludothek lab wasm`: the same programs as on every other machine, over games in a batch, in a
 * memory of their own. Whoever calls one makes its buffers here first.
 *
 *     const four = await Machine.load(code, description);
 *     const states = four.zeros("state", 1000);
 *     four.run("play", 1000, kit, start, states, seeds, 1n, taken, 5000n);
 */

/** What stands in a buffer: records (`state`, `kit`, `stream`), or numbers of a code such as `i4`: four bytes, signed. */
export type Kind = string;

export interface Field {
  at: number;
  kind: Kind;
  shape: number[];
}

/** What `ludothek lab wasm` writes beside a module. */
export interface Description {
  game: string;
  actions: number;
  programs: Record<string, { room: [Kind, number][]; takes: Kind[] }>;
  records: Record<string, { size: number; fields: Record<string, Field> }>;
  /** By number of seats: the packed kit and the first state, in base64. */
  begin: Record<string, { kit: string; start: string }>;
}

export interface Buffer {
  readonly address: number;
  readonly items: number;
  readonly kind: Kind;
}

type Numbers = Int8Array | Uint8Array | Int32Array | BigInt64Array | Float32Array | Float64Array;

const ARRAYS = {
  i1: Int8Array,
  "?": Uint8Array,
  i4: Int32Array,
  i8: BigInt64Array,
  f4: Float32Array,
  f8: Float64Array,
} as const;

const PAGE = 65536;
const ALIGNED = 16;

export class Machine {
  private readonly memory: WebAssembly.Memory;
  private readonly doors: Record<string, (...values: (number | bigint)[]) => number>;
  private readonly rooms = new Map<string, Buffer[]>();
  private free: number;

  private constructor(
    instance: WebAssembly.Instance,
    readonly description: Description,
  ) {
    const exports = instance.exports as Record<string, unknown>;
    this.memory = exports.memory as WebAssembly.Memory;
    this.free = (exports.__heap_base as WebAssembly.Global).value as number;
    this.doors = exports as typeof this.doors;
    for (const [name, { room }] of Object.entries(description.programs))
      this.rooms.set(
        name,
        room.map(([kind, items]) => this.zeros(kind, items)),
      );
  }

  static async load(code: BufferSource, description: Description): Promise<Machine> {
    if (typeof WebAssembly === "undefined") throw new Error("this browser has no WebAssembly");
    const { instance } = await WebAssembly.instantiate(code, {});
    return new Machine(instance, description);
  }

  /** A new buffer. Arrays seen before are no longer valid: the memory may have grown. */
  zeros(kind: Kind, items: number): Buffer {
    const address = Math.ceil(this.free / ALIGNED) * ALIGNED;
    this.free = address + items * this.size(kind);
    const missing = this.free - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return { address, items, kind };
  }

  /** The bytes of a buffer, where they are. */
  bytes({ address, items, kind }: Buffer): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, items * this.size(kind));
  }

  /** The numbers of a buffer, where they are. */
  numbers({ address, items, kind }: Buffer): Numbers {
    if (!(kind in ARRAYS)) throw new Error(`a buffer of ${kind} does not hold numbers`);
    return new ARRAYS[kind as keyof typeof ARRAYS](this.memory.buffer, address, items);
  }

  /** The packed kit and the first state for so many seats. */
  begin(seats: number): { kit: Buffer; start: Buffer } {
    const told = this.description.begin[seats];
    if (!told) throw new Error(`${this.description.game} is not a game for ${seats} seats`);
    return { kit: this.told("kit", told.kit), start: this.told("state", told.start) };
  }

  /** A record from its bytes in base64. */
  told(kind: Kind, base64: string): Buffer {
    const buffer = this.zeros(kind, 1);
    this.bytes(buffer).set(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
    return buffer;
  }

  run(program: string, games: number, ...given: (Buffer | bigint)[]): void {
    const door = this.doors[program];
    const room = this.rooms.get(program);
    if (!door || !room) throw new Error(`${this.description.game} has no program ${program}`);
    const values = [...room, ...given].flatMap<number | bigint>((one) => (typeof one === "bigint" ? [one] : [one.address, one.items]));
    if (door(0, games, ...values) !== 0) throw new Error(`the rules of ${this.description.game} end in an error`);
  }

  private size(kind: Kind): number {
    const array = ARRAYS[kind as keyof typeof ARRAYS] as { BYTES_PER_ELEMENT: number } | undefined;
    const size = array?.BYTES_PER_ELEMENT ?? this.description.records[kind]?.size;
    if (size === undefined) throw new Error(`there are no buffers of ${kind}`);
    return size;
  }
}
