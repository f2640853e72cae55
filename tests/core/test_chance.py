"""Chance: verifiable draws for tables, a stream that is the same everywhere for simulation."""

import hashlib
import hmac
from collections import Counter

from ludothek.core.chance import SecretSeed, draw_below, next_word, seed_stream

WEIGHTS = {"pow": 10, "empty": 4, "trick": 6}


def test_the_same_seed_and_number_draw_the_same() -> None:
    assert [SecretSeed(b"x").draw(n, WEIGHTS) for n in range(50)] == [
        SecretSeed(b"x").draw(n, WEIGHTS) for n in range(50)
    ]
    assert [SecretSeed(b"x").draw(n, WEIGHTS) for n in range(50)] != [
        SecretSeed(b"y").draw(n, WEIGHTS) for n in range(50)
    ]


def test_the_order_in_which_the_weights_are_listed_does_not_matter() -> None:
    backwards = dict(reversed(WEIGHTS.items()))
    assert [SecretSeed(b"x").draw(n, WEIGHTS) for n in range(50)] == [
        SecretSeed(b"x").draw(n, backwards) for n in range(50)
    ]


def test_a_draw_can_be_checked_by_hand() -> None:
    value = int.from_bytes(hmac.new(b"secret", b"7:0", hashlib.sha256).digest(), "big") % 20
    expected = "empty" if value < 4 else "pow" if value < 14 else "trick"
    assert SecretSeed(b"secret").draw(7, WEIGHTS) == expected


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    seed = SecretSeed.fresh()
    assert seed.commitment == hashlib.sha256(seed.seed).hexdigest()
    assert seed.seed != SecretSeed.fresh().seed


def test_draws_follow_the_weights() -> None:
    """A seed fixed here: chi-squared with two degrees of freedom stays below its 99.9 % quantile."""
    drawn = Counter(SecretSeed(b"fair").draw(n, WEIGHTS) for n in range(20_000))
    chi = sum((drawn[k] - 1000 * w) ** 2 / (1000 * w) for k, w in WEIGHTS.items())
    assert chi < 13.8


def test_the_stream_is_sfc32() -> None:
    """The first words of sfc32 from the state (1, 2, 3, 4), computed from its published definition."""
    stream = [1, 2, 3, 4]
    assert next_word(stream) == 7
    assert stream == [2 ^ (2 >> 9), (3 + (3 << 3)), ((3 << 21) | (3 >> 11)) + 7, 5]


def test_the_stream_is_even_and_its_seeds_unrelated() -> None:
    stream = [0] * 4
    drawn: Counter[int] = Counter()
    firsts = []
    for seed in range(2000):
        seed_stream(stream, seed)
        firsts.append(next_word(stream))
        drawn.update(draw_below(stream, 10) for _ in range(10))
    assert len(set(firsts)) == 2000
    chi = sum((drawn[k] - 2000) ** 2 / 2000 for k in range(10))
    assert chi < 27.9  # nine degrees of freedom, 99.9 %
