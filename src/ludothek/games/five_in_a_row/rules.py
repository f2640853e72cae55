"""Five wins: lay stones side to side, and get five of one's own in a straight line.

After sixteen stones each, stones are taken and laid again.

Cells:    the unbounded grid (x to the right, y upwards), rolled up into a ring of CELLS cells: + 1 is right,
          + WIDTH is up. The field spans at most 32 by 32 cells, 34 by 34 with the rim around it, and a field
          of that size never meets itself on the ring.

              c+33  c+34  c+35
              c-1    c    c+1      all modulo CELLS; the first stone is laid on cell 0
              c-35  c-34  c-33

          `left` and `low` are the column and the row of the grid just outside the field. Relative to them,
          every cell of the field and its rim has a unique place on the grid, however far the field moves.
Rim:      the empty cells that touch the side of a stone, in no order
Stones:   0 to 31, in the order in which they are laid, so the even ones are seat 0's; sets are bit sets
Actions:  to                         lay the next stone there
          to + CELLS * (1 + stone)   take that stone and lay it there
"""

from ludothek.core import BLANK, Declaration, Nothing, Struct, int8, int16, int64, nth_bit, rule, uint32

STONES = 32
RIM = 2 * STONES + 2  # the rim of a straight chain; no shape has a larger one
WIDTH = STONES + 2
CELLS = 2048  # a power of two, at least WIDTH * WIDTH
RING = CELLS - 1  # `cell & RING` is `cell % CELLS`


SIDES = (1, WIDTH, -1, -WIDTH)
AROUND = (1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1, -WIDTH, -WIDTH + 1)  # sides and corners alternate
LINES = (1, WIDTH, WIDTH + 1, WIDTH - 1)
OWN = (0x55555555, 0xAAAAAAAA)  # the stones of each seat
TIED = 1 << STONES  # marks a set of stones as several groups of one size

ENOUGH = 5  # stones in a line to win, and stones on the field not to lose
QUIET = 100  # endgame moves without a capture that end the game
SLOTS = 32  # the size of the hash table of positions, a power of two
FIVE, TOO_FEW, REPEATED, TOO_QUIET = 1, 2, 3, 4  # endings
NOBODY = -1

GAME = Declaration(
    box="FIVE!",
    age=6,
    minutes=20,
    seats=(2, 2),
    begins="lot",
    hidden=False,  # FI-10
    chance=False,
    actions=CELLS * (1 + STONES),
    legal=STONES // 2 * RIM,
    parts=("figures", "terminal"),
)


class State(Struct):
    turn = int8()
    moves = int16()  # made so far; the first 32 lay
    ended = int8()
    winner = int8()
    left = int16()
    low = int16()
    field = int64()  # the stones on the field
    free = int64()  # the stones with a free side
    places = int64()  # a 62-bit hash of the places of all stones: see `fingerprint`
    at = int16(STONES)  # the cell of a stone
    near = uint32(STONES)  # the stones it touches
    rims = int8()
    rim = int16(RIM)  # the cells of the rim
    rim_near = uint32(RIM)  # the stones each touches
    board = int8(CELLS)  # 1 + stone, or -1 - place in `rim`, or 0
    quiet = int8()  # endgame moves since the last capture
    seen = int64(QUIET + 1)  # the hashes of the positions since then, by `quiet`
    earlier = int8(QUIET + 1)  # 1 + the index of the previous position in its slot, or 0
    latest = int8(SLOTS)  # 1 + the index of the last position in a slot, or 0
    moved = int8()  # the stone of the last move
    from_x = int16()  # its previous place, in the endgame
    from_y = int16()


@rule
def setup(kit: Nothing, s: State, seats: int) -> None:
    s.winner = NOBODY
    s.moved = NOBODY
    s.left = -1
    s.low = -1
    add_to_rim(s, 0, 0)  # FI-1


@rule
def to_act(kit: Nothing, s: State) -> int:
    return 0 if s.ended else 1 << s.turn


@rule
def legal(kit: Nothing, s: State, seat: int, out: list[int]) -> int:
    n = 0
    if s.moves < STONES:
        for r in range(s.rims):  # FI-2
            out[n] = s.rim[r]
            n += 1
        return n
    for stone in range(seat, STONES, 2):  # FI-4
        if can_be_taken(s, stone):
            field = largest_without(s, stone)
            for r in range(s.rims):
                out[n] = CELLS * (1 + stone) + s.rim[r]
                n += can_be_laid(s, r, field)
    return n


@rule
def lots(kit: Nothing, s: State, seat: int) -> int:
    """A lot for every cell of the rim, in the endgame with each stone that the seat can take."""
    return s.rims if s.moves < STONES else s.rims * size(s.free & OWN[seat])


@rule
def lot(kit: Nothing, s: State, seat: int, n: int) -> int:
    if s.moves < STONES:
        return s.rim[n]
    stone = nth_bit(s.free & OWN[seat], n // s.rims)
    r = n % s.rims
    return CELLS * (1 + stone) + s.rim[r] if can_be_laid(s, r, largest_without(s, stone)) else BLANK


@rule
def weights(kit: Nothing, s: State, out: list[int]) -> None:
    pass


@rule
def act(kit: Nothing, s: State, seat: int, action: int) -> None:
    to = action & RING
    captured = 0
    if s.moves < STONES:
        s.moved = s.moves
    else:
        s.moved = action // CELLS - 1
        s.from_x = x_of(s, s.at[s.moved])
        s.from_y = y_of(s, s.at[s.moved])
        captured = captures(s, s.moved, to)
        take(s, captured | 1 << s.moved)  # FI-6
    lay(s, s.moved, to)
    s.moves += 1
    if completes_five(s, to):  # FI-3
        s.ended = FIVE
        s.winner = seat
        return
    s.turn = 1 - seat
    if s.moves >= STONES:
        if s.free & OWN[s.turn] == 0:  # FI-8
            s.turn = seat
        s.quiet = 0 if captured or s.moves == STONES else s.quiet + 1
        judge(s)


@rule
def judge(s: State) -> None:
    """End the game without a five, if it is due (FI-9)."""
    few_0 = size(s.field & OWN[0]) < ENOUGH
    few_1 = size(s.field & OWN[1]) < ENOUGH
    if few_0 or few_1:
        s.ended = TOO_FEW
        if not few_1:
            s.winner = 1
        elif not few_0:
            s.winner = 0
        return
    note_position(s)
    if occurrences(s) == 3:
        s.ended = REPEATED
    elif s.quiet == QUIET:
        s.ended = TOO_QUIET


@rule
def scores(kit: Nothing, s: State, out: list[float]) -> None:
    for seat in range(2):
        out[seat] = 0.5 if s.winner == NOBODY else 1.0 if s.winner == seat else 0.0


@rule
def hide(kit: Nothing, s: State, seat: int) -> None:
    pass  # FI-10


@rule
def can_be_taken(s: State, stone: int) -> bool:
    """Whether the stone is on the field and has a free side (FI-5)."""
    return s.free >> stone & 1 != 0


@rule
def can_be_laid(s: State, r: int, field: int) -> bool:
    """Whether a stone can be laid on cell r of the rim, given `largest_without` it (FI-6, FI-7)."""
    touched = s.rim_near[r] & field
    return touched != 0 if field < TIED else is_one_group(s, touched, field)


@rule
def captures(s: State, stone: int, to: int) -> int:
    """The stones captured by taking a stone and laying it there (FI-6)."""
    return captures_within(s, stone, to, largest_without(s, stone))


@rule
def captures_within(s: State, stone: int, to: int, field: int) -> int:
    """The stones captured, given `largest_without` the stone."""
    if field >= TIED:
        field = joined(s, s.rim_near[-1 - s.board[to]] & field, field)
    return s.field & ~(field | 1 << stone)


@rule
def largest_without(s: State, stone: int) -> int:
    """The largest group without this stone; if several are equally large, all of them with TIED (FI-6)."""
    rest = s.field & ~(1 << stone)
    if not may_split(s, s.at[stone]):
        return rest
    largest = 0
    most = 0
    seeds = s.near[stone] & rest
    while seeds:  # every group contains one
        group = cut_off(s, seeds & -seeds, seeds & (seeds - 1), rest)
        seeds &= seeds - 1
        rest &= ~group
        if size(group) > most:
            most = size(group)
            largest = group
        elif group and size(group) == most:
            largest |= group | TIED
    return largest


@rule
def may_split(s: State, cell: int) -> bool:
    """Whether removing the stone on this cell may split its group.

    It does not if the stones beside the cell are connected around its corners, which saves most searches.
    """
    ring = 0
    for k in range(8):
        ring |= (s.board[(cell + AROUND[k]) & RING] > 0) << k
    # The sides that are not connected to the next one
    ends = ring & ~(ring >> 1 & (ring >> 2 | ring << 6)) & 0b01010101
    return ends & (ends - 1) != 0


@rule
def cut_off(s: State, group: int, others: int, within: int) -> int:
    """The whole group, or 0 if it is connected to the others.

    Both sets grow alternately, so that the smaller one determines the work.
    """
    edge = group
    other_edge = others
    while edge and other_edge:
        grown = s.near[first(edge)] & within & ~group
        edge = edge & (edge - 1) | grown
        group |= grown
        grown = s.near[first(other_edge)] & within & ~others
        other_edge = other_edge & (other_edge - 1) | grown
        others |= grown
        if group & others:
            return 0
    return within & ~others if edge else group


@rule
def is_one_group(s: State, stones: int, within: int) -> bool:
    return stones != 0 and stones & ~joined(s, stones & -stones, within) == 0


@rule
def joined(s: State, group: int, within: int) -> int:
    """All stones within a set that are connected to the group."""
    edge = group
    while edge:
        grown = s.near[first(edge)] & within & ~group
        edge = edge & (edge - 1) | grown
        group |= grown
    return group


@rule
def lay(s: State, stone: int, cell: int) -> None:
    r = -1 - s.board[cell]
    s.field |= 1 << stone
    s.at[stone] = cell
    s.near[stone] = s.rim_near[r]
    drop_from_rim(s, r)
    s.board[cell] = 1 + stone
    for step in SIDES:
        side = (cell + step) & RING
        there = s.board[side]
        if there > 0:
            near = s.near[there - 1] | 1 << stone
            s.near[there - 1] = near
            if size(near) == 4:
                s.free &= ~(1 << there - 1)
            continue
        s.free |= 1 << stone
        if there < 0:
            s.rim_near[-1 - there] |= 1 << stone
        else:
            add_to_rim(s, side, 1 << stone)
    column = place_of(s, cell) % WIDTH
    row = place_of(s, cell) // WIDTH
    if column and row:
        s.places = s.places + mixed_place(s, stone) & MASK
    else:
        move_frame(s, min(column, 1) - 1, min(row, 1) - 1)


@rule
def take(s: State, stones: int) -> None:
    s.field &= ~stones
    at_edge = False
    while stones:
        stone = first(stones)
        stones &= stones - 1
        cell = s.at[stone]
        at_edge |= is_at_edge(s, cell)
        s.places = s.places - mixed_place(s, stone) & MASK
        s.board[cell] = 0
        for step in SIDES:
            there = s.board[(cell + step) & RING]
            if there > 0:
                s.near[there - 1] &= ~(1 << stone)
                s.free |= 1 << there - 1
            elif there < 0:
                s.rim_near[-1 - there] &= ~(1 << stone)
                if s.rim_near[-1 - there] == 0:
                    drop_from_rim(s, -1 - there)
        if s.near[stone] & s.field:
            add_to_rim(s, cell, s.near[stone] & s.field)
    s.free &= s.field
    if at_edge:
        narrow_frame(s)


@rule
def is_at_edge(s: State, cell: int) -> bool:
    """Whether a cell is in the leftmost column or the lowest row of the field."""
    place = place_of(s, cell)
    return place % WIDTH == 1 or place // WIDTH == 1


@rule
def narrow_frame(s: State) -> None:
    column = WIDTH
    row = WIDTH
    stones = s.field
    while stones:
        place = place_of(s, s.at[first(stones)])
        column = min(column, place % WIDTH)
        row = min(row, place // WIDTH)
        stones &= stones - 1
    if column > 1 or row > 1:
        move_frame(s, column - 1, row - 1)


@rule
def move_frame(s: State, right: int, up: int) -> None:
    s.left += right
    s.low += up
    places = 0
    stones = s.field
    while stones:
        places += mixed_place(s, first(stones))
        stones &= stones - 1
    s.places = places & MASK


@rule
def add_to_rim(s: State, cell: int, stones: int) -> None:
    s.rim[s.rims] = cell
    s.rim_near[s.rims] = stones
    s.rims += 1
    s.board[cell] = -s.rims


@rule
def drop_from_rim(s: State, r: int) -> None:
    """Remove entry r of the rim; the last entry takes its place."""
    s.rims -= 1
    s.board[s.rim[r]] = 0
    if r < s.rims:
        s.rim[r] = s.rim[s.rims]
        s.rim_near[r] = s.rim_near[s.rims]
        s.board[s.rim[r]] = -1 - r


@rule
def completes_five(s: State, cell: int) -> bool:
    for step in LINES:
        if 1 + reach(s, cell, step) + reach(s, cell, -step) >= ENOUGH:
            return True
    return False


@rule
def reach(s: State, cell: int, step: int) -> int:
    """The number of stones of the same seat that follow in a direction."""
    parity = s.board[cell] & 1
    n = 0
    ahead = (cell + step) & RING
    while s.board[ahead] > 0 and s.board[ahead] & 1 == parity:
        n += 1
        ahead = (ahead + step) & RING
    return n


@rule
def place_of(s: State, cell: int) -> int:
    """A cell's column in the frame + WIDTH times its row, both 0 just outside the field."""
    return (cell - s.left - WIDTH * s.low) & RING


@rule
def x_of(s: State, cell: int) -> int:
    return s.left + place_of(s, cell) % WIDTH


@rule
def y_of(s: State, cell: int) -> int:
    return s.low + place_of(s, cell) // WIDTH


@rule
def note_position(s: State) -> None:
    """Record the position for `occurrences`.

    Positions before the last capture cannot recur and are dropped; a lookup compares only those of one slot.
    """
    if s.quiet == 0:
        for slot in range(SLOTS):
            s.latest[slot] = 0
    position = fingerprint(s)
    slot = position & (SLOTS - 1)
    s.seen[s.quiet] = position
    s.earlier[s.quiet] = s.latest[slot]
    s.latest[slot] = 1 + s.quiet


@rule
def occurrences(s: State) -> int:
    """The number of times this position has occurred."""
    n = 0
    number = 1 + s.quiet
    while number:
        if s.seen[number - 1] == s.seen[s.quiet]:
            n += 1
        number = s.earlier[number - 1]
    return n


@rule
def fingerprint(s: State) -> int:
    """A 62-bit hash of the position, up to translation (FI-9).

    Two different positions collide with a probability of about 1 in 10**18.
    """
    return s.places + s.turn & MASK


MASK = (1 << 62) - 1


@rule
def mixed_place(s: State, stone: int) -> int:
    """The place and colour of a stone, hashed to 62 bits with SplitMix.

    The sum over all stones is the hash of the position.
    """
    n = (2 * place_of(s, s.at[stone]) + (stone & 1)) * 0x1E3779B97F4A7C15 & MASK
    n = (n ^ n >> 30) * 0x3F58476D1CE4E5B9 & MASK
    return n ^ n >> 27


@rule
def first(stones: int) -> int:
    """The lowest stone of a set."""
    return (stones & -stones).bit_length() - 1


@rule
def size(stones: int) -> int:
    return stones.bit_count()
