/**
 * The rules of a game compiled to WebAssembly by `ludothek lab wasm`: programs over batches of games, with the
 * same results as on every other target. The caller allocates their buffers in the module's memory first.
 *
 *     const four = await Machine.load(code, description);
 *     const states = four.zeros("state", 1000);
 *     four.run("play", 1000, kit, start, states, seeds, 1n, taken, 5000n);
 */

/**
 * The item type of a buffer: records (`state`, `kit`, `stream`), or numbers by a type code such as `i4` (four
 * bytes, signed).
 */
export type Kind = string;

export interface Field {
  at: number;
  kind: Kind;
  shape: number[];
}

/** The description file that `ludothek lab wasm` writes beside a module. */
export interface Description {
  game: string;
  /** Actions are integers below this. */
  actions: number;
  /** The length of an observation. */
  width: number;
  programs: Record<string, { room: [Kind, number][]; takes: Kind[] }>;
  records: Record<string, { size: number; fields: Record<string, Field> }>;
  /** By number of seats: the packed kit and the first state, in base64. */
  begin?: Record<string, { kit: string; start: string }>;
}

export interface Buffer {
  readonly address: number;
  readonly items: number;
  readonly kind: Kind;
}

const ARRAYS = {
  i1: Int8Array,
  "?": Uint8Array,
  i2: Int16Array,
  i4: Int32Array,
  u4: Uint32Array,
  i8: BigInt64Array,
  f4: Float32Array,
  f8: Float64Array,
} as const;

type Numbers = InstanceType<(typeof ARRAYS)[keyof typeof ARRAYS]>;

const PAGE = 65536;
const ALIGNED = 16;

export class Machine {
  private readonly memory: WebAssembly.Memory;
  private readonly doors: Record<string, (values: number) => number>;
  private readonly rooms = new Map<string, Buffer[]>();
  private readonly values: Buffer; // the arguments of a program
  private free: number;
  private readonly kept: number; // allocations above this address are freed by `forget`

  private constructor(
    instance: WebAssembly.Instance,
    readonly description: Description,
  ) {
    const exports = instance.exports as Record<string, unknown>;
    this.memory = exports.memory as WebAssembly.Memory;
    this.free = (exports.__heap_base as WebAssembly.Global).value as number;
    this.doors = exports as typeof this.doors;
    const programs = Object.entries(description.programs);
    this.values = this.zeros("i8", 2 + 2 * Math.max(0, ...programs.map(([, { room, takes }]) => room.length + takes.length)));
    for (const [name, { room }] of programs)
      this.rooms.set(
        name,
        room.map(([kind, items]) => this.zeros(kind, items)),
      );
    this.kept = this.free;
  }

  static async load(code: BufferSource, description: Description): Promise<Machine> {
    if (typeof WebAssembly === "undefined") throw new Error("this browser has no WebAssembly");
    const { instance } = await WebAssembly.instantiate(code, {});
    return new Machine(instance, description);
  }

  /** Allocate a buffer of zeros. Typed arrays obtained before become invalid: the memory may have grown. */
  zeros(kind: Kind, items: number): Buffer {
    const address = Math.ceil(this.free / ALIGNED) * ALIGNED;
    this.free = address + items * this.size(kind);
    const missing = this.free - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    const buffer = { address, items, kind };
    this.bytes(buffer).fill(0);
    return buffer;
  }

  /** Free all buffers; they must not be used any more. */
  forget(): void {
    this.free = this.kept;
  }

  /** A view of the bytes of a buffer, without a copy. */
  bytes({ address, items, kind }: Buffer): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, items * this.size(kind));
  }

  /** A view of the numbers of a buffer, without a copy. */
  numbers({ address, items, kind }: Buffer): Numbers {
    if (!(kind in ARRAYS)) throw new Error(`a buffer of ${kind} does not hold numbers`);
    return new ARRAYS[kind as keyof typeof ARRAYS](this.memory.buffer, address, items);
  }

  /** An integer field of one of the records in a buffer. */
  field(buffer: Buffer, item: number, name: string): number {
    const record = this.description.records[buffer.kind];
    const field = record?.fields[name];
    if (!record || field?.kind !== "i4") throw new Error(`records of ${buffer.kind} have no whole number ${name}`);
    return new DataView(this.memory.buffer).getInt32(buffer.address + item * record.size + field.at, true);
  }

  /** The packed kit and the first state for a number of seats. */
  begin(seats: number): { kit: Buffer; start: Buffer } {
    const told = this.description.begin?.[seats];
    if (!told) throw new Error(`${this.description.game} is not a game for ${seats} seats`);
    return { kit: this.told("kit", told.kit), start: this.told("state", told.start) };
  }

  /** A buffer with one record, decoded from base64. */
  told(kind: Kind, base64: string): Buffer {
    return this.written(
      kind,
      Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
    );
  }

  /** A buffer with one record, from its bytes. */
  written(kind: Kind, bytes: Uint8Array): Buffer {
    const buffer = this.zeros(kind, 1);
    this.bytes(buffer).set(bytes);
    return buffer;
  }

  run(program: string, games: number, ...given: (Buffer | bigint)[]): void {
    const door = this.doors[program];
    const room = this.rooms.get(program);
    if (!door || !room) throw new Error(`${this.description.game} has no program ${program}`);
    const values = [...room, ...given].flatMap((one) => (typeof one === "bigint" ? [one] : [BigInt(one.address), BigInt(one.items)]));
    (this.numbers(this.values) as BigInt64Array).set([0n, BigInt(games), ...values]);
    if (door(this.values.address) !== 0) throw new Error(`the rules of ${this.description.game} end in an error`);
  }

  private size(kind: Kind): number {
    const array = ARRAYS[kind as keyof typeof ARRAYS] as { BYTES_PER_ELEMENT: number } | undefined;
    const size = array?.BYTES_PER_ELEMENT ?? this.description.records[kind]?.size;
    if (size === undefined) throw new Error(`there are no buffers of ${kind}`);
    return size;
  }
}
