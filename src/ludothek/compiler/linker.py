"""A minimal linker: turns one wasm32 object file of LLVM into a WebAssembly module.

The object needs nothing from outside, and there is nothing to merge, so functions and types keep their
numbers. The linker lays out the data in memory, resolves relocations, defines the memory and the stack, and
writes the exports. A complete linker takes 400 MB on PyPI. The format: WebAssembly's tool conventions,
`Linking.md`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludothek.core.errors import NoMachine

PAGE = 64 * 1024
DATA = 1024  # the start of the data, so that no address is 0
STACK = 64 * 1024  # bytes, above the data; it grows downwards

(
    CUSTOM,
    TYPE,
    IMPORT,
    FUNCTION,
    TABLE,
    MEMORY,
    GLOBAL,
    EXPORT,
    START,
    ELEMENT,
    CODE,
    CONTENT,
    CONTENT_COUNT,
) = range(13)  # sections
A_FUNCTION, A_TABLE, A_MEMORY, A_GLOBAL = range(4)  # kinds of imports and exports
SEGMENT_INFO, SYMBOL_TABLE = 5, 8  # parts of the section "linking"
SYMBOL_FUNCTION, SYMBOL_DATA, SYMBOL_SECTION = 0, 1, 3
UNDEFINED, NAMED = 0x10, 0x40  # flags of a symbol
ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_WORD = 3, 4, 5  # relocations that hold the address of data
UNMOVED = {0, 6, 7}  # relocations of functions, types and globals, which keep their numbers
I32, CONST_I32, END = b"\x7f", b"\x41", b"\x0b"


def link(code: bytes, exports: Sequence[str]) -> bytes:
    """Link an object file to a module.

    It exports these functions, its `memory`, and `__heap_base`, the first address free for buffers.
    """
    source = ObjectFile(code)
    segments, end = source.lay_out()
    top = _aligned(end, 16) + STACK
    for section, relocations in source.relocations():
        for relocation in relocations:
            if relocation.kind not in UNMOVED:
                source.patch(section, relocation, segments)
    names = [(name, A_FUNCTION, source.functions[name]) for name in exports] + [
        ("memory", A_MEMORY, 0),
        ("__heap_base", A_GLOBAL, 1),
    ]
    sections = {
        TYPE: source.sections[TYPE],
        FUNCTION: source.sections[FUNCTION],
        MEMORY: b"\x01\x00" + _leb(-(-top // PAGE)),
        GLOBAL: b"\x02"
        + I32
        + b"\x01"
        + CONST_I32
        + _sleb(top)
        + END
        + I32
        + b"\x00"
        + CONST_I32
        + _sleb(top)
        + END,
        EXPORT: _leb(len(names))
        + b"".join(_text(name) + bytes([kind]) + _leb(index) for name, kind, index in names),
        CODE: source.sections[CODE],
        CONTENT: source.content(segments),
    }
    return code[:8] + b"".join(
        bytes([number]) + _leb(len(body)) + bytes(body) for number, body in sections.items()
    )


class Relocation(NamedTuple):
    kind: int
    place: int  # offset in its section
    symbol: int
    addend: int


class Segment(NamedTuple):
    """A data segment: its offset in the section, its size, and its alignment."""

    begin: int
    size: int
    align: int


class ObjectFile:
    """A parsed object file."""

    def __init__(self, code: bytes) -> None:
        self.sections: dict[int, bytearray] = {CONTENT: bytearray(b"\x00")}
        self._order: list[int] = []
        self._notes: dict[str, bytes] = {}
        reader = ObjectReader(code, 8)
        while reader.place < len(code):
            number = reader.byte()
            body = reader.bytes(reader.leb())
            self._order.append(number)
            if number == CUSTOM:
                inner = ObjectReader(body)
                name = inner.text()
                self._notes[name] = body[inner.place :]
            else:
                self.sections[number] = bytearray(body)
        self._check_imports()
        aligns = self._read_linking()
        self.segments = [
            Segment(begin, size, align)
            for (begin, size), align in zip(self._read_content(), aligns, strict=True)
        ]

    def _check_imports(self) -> None:
        reader = ObjectReader(self.sections.get(IMPORT, b"\x00"))
        for _ in range(reader.leb()):
            reader.text()
            name, kind = reader.text(), reader.byte()
            if kind == A_FUNCTION:
                raise NoMachine(
                    f"the rules use {name}, which WebAssembly does not have: write it with integers,"
                    " as a rule"
                )
            if kind == A_TABLE:
                reader.bytes(1)
            reader.bytes(2 if kind == A_GLOBAL else 1)
            if kind != A_GLOBAL:
                reader.leb()

    def _read_linking(self) -> list[int]:
        """Read the symbols; return the alignments of the segments."""
        reader = ObjectReader(self._notes["linking"])
        reader.leb()  # the version
        self.functions: dict[str, int] = {}
        self._data: dict[int, tuple[int, int]] = {}  # by symbol: the segment, and where in it
        aligns: list[int] = []
        while reader.place < len(reader.code):
            part, body = reader.byte(), ObjectReader(reader.bytes(reader.leb()))
            if part == SEGMENT_INFO:
                for _ in range(body.leb()):
                    body.text()
                    aligns.append(1 << body.leb())
                    body.leb()
            elif part == SYMBOL_TABLE:
                for symbol in range(body.leb()):
                    self._read_symbol(symbol, body)
        return aligns

    def _read_symbol(self, symbol: int, body: "ObjectReader") -> None:
        kind, flags = body.byte(), body.leb()
        if kind == SYMBOL_DATA:
            name = body.text()
            if flags & UNDEFINED:
                raise NoMachine(f"the rules use {name}, which is defined elsewhere")
            self._data[symbol] = body.leb(), body.leb()
            body.leb()
        elif kind == SYMBOL_SECTION:
            body.leb()
        else:
            index = body.leb()
            if not flags & UNDEFINED or flags & NAMED:
                name = body.text()
                if kind == SYMBOL_FUNCTION:
                    self.functions[name] = index

    def _read_content(self) -> Iterator[tuple[int, int]]:
        reader = ObjectReader(self.sections[CONTENT])
        for _ in range(reader.leb()):
            reader.leb()
            reader.byte()
            reader.sleb()  # the provisional address, an i32.const
            reader.byte()
            size = reader.leb()
            yield reader.place, size
            reader.bytes(size)

    def lay_out(self) -> tuple[list[int], int]:
        """Return the address of each segment, and the first address after them."""
        addresses, free = [], DATA
        for segment in self.segments:
            addresses.append(_aligned(free, segment.align))
            free = addresses[-1] + segment.size
        return addresses, free

    def relocations(self) -> Iterator[tuple[int, list[Relocation]]]:
        for name, body in self._notes.items():
            if not name.startswith("reloc."):
                continue
            reader = ObjectReader(body)
            section = self._order[reader.leb()]
            if section != CUSTOM:
                yield section, [self._relocation(reader) for _ in range(reader.leb())]

    def _relocation(self, reader: "ObjectReader") -> Relocation:
        kind, place, symbol = reader.byte(), reader.leb(), reader.leb()
        if kind in UNMOVED:
            return Relocation(kind, place, symbol, 0)
        if kind not in (ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_WORD):
            raise NoMachine(
                f"the rules need a relocation of kind {kind}, which is not supported:"
                " do they pass functions on?"
            )
        return Relocation(kind, place, symbol, reader.sleb())

    def patch(self, section: int, relocation: Relocation, addresses: Sequence[int]) -> None:
        """Write an address into the fixed-width field of a relocation."""
        segment, offset = self._data[relocation.symbol]
        address = addresses[segment] + offset + relocation.addend
        width = 4 if relocation.kind == ADDRESS_WORD else 5
        if relocation.kind == ADDRESS_WORD:
            value = address.to_bytes(4, "little")
        else:
            value = bytes(address >> 7 * k & 0x7F | (0x80 if k < 4 else 0) for k in range(5))
        self.sections[section][relocation.place : relocation.place + width] = value

    def content(self, addresses: Sequence[int]) -> bytes:
        """Build the data section with the address of each segment."""
        body = self.sections[CONTENT]
        pieces = [
            b"\x00"
            + CONST_I32
            + _sleb(address)
            + END
            + _leb(segment.size)
            + body[segment.begin : segment.begin + segment.size]
            for segment, address in zip(self.segments, addresses, strict=True)
        ]
        return _leb(len(pieces)) + b"".join(pieces)


class ObjectReader:
    def __init__(self, code: bytes | bytearray, place: int = 0) -> None:
        self.code = code
        self.place = place

    def byte(self) -> int:
        self.place += 1
        return self.code[self.place - 1]

    def bytes(self, count: int) -> bytes:
        self.place += count
        return bytes(self.code[self.place - count : self.place])

    def leb(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def sleb(self) -> int:
        before = self.place
        value = self.leb()
        bits = 7 * (self.place - before)
        return value - (1 << bits) if value >> (bits - 1) else value

    def text(self) -> str:
        return self.bytes(self.leb()).decode()


def _aligned(address: int, to: int) -> int:
    return -(-address // to) * to


def _leb(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _sleb(value: int) -> bytes:
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value & 0x7F])


def _text(text: str) -> bytes:
    return _leb(len(text.encode())) + text.encode()
