"""Write the findings of a study as one self-contained HTML page with plots."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ludothek.lab.chart import COLOURS
from ludothek.lab.data_export import command_line, write_file
from ludothek.lab.findings import Findings, Measurement
from ludothek.lab.study import Study

STYLE = """
:root { color-scheme: light dark; --ink: #222; --soft: #666; --faint: #ccc; --ground: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --soft: #aaa; --faint: #444; --ground: #181a1b } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem }
h2 { margin: 2.2rem 0 0.4rem } p.soft, figcaption { color: var(--soft) } code { overflow-wrap: anywhere }
table { border-collapse: collapse } th, td { padding: 0.2rem 0.9rem 0.2rem 0; text-align: left; border-bottom: 1px solid var(--faint) }
td.figure { text-align: right; font-variant-numeric: tabular-nums }
figure { margin: 0.8rem 0; overflow-x: auto } svg text { fill: var(--ink) }
svg { width: 100%; min-width: 36rem; height: auto; font: 13px system-ui, sans-serif }
.axis { stroke: var(--faint) } .interval { stroke: var(--ink); stroke-width: 1.5 }
"""
LABEL, WIDE, ROW, TALL = 190, 520, 26, 180  # sizes of the plots


@dataclass(frozen=True)
class Bars:
    """A horizontal bar chart of shares with their intervals."""

    title: str
    shares: dict[str, Measurement]

    def svg(self) -> str:
        high = max([share.high for share in self.shares.values()] + [0.01])
        body = []
        for row, (name, share) in enumerate(self.shares.items()):
            y, low, top = (
                row * ROW,
                LABEL + WIDE * max(0.0, share.low) / high,
                LABEL + WIDE * share.high / high,
            )
            ends = "".join(f"M{end:.1f} {y + 8}V{y + ROW - 8}" for end in (low, top))
            body.append(
                f"<g><title>{escape(name)}: {format_share(share)}</title>"
                f'<text x="{LABEL - 8}" y="{y + 17}" text-anchor="end">{escape(name)}</text>'
                f'<rect x="{LABEL}" y="{y + 4}" width="{WIDE * share.value / high:.1f}" height="{ROW - 8}"'
                f' fill="{COLOURS[2]}"/>'
                f'<path class="interval" d="M{low:.1f} {y + ROW / 2}H{top:.1f}{ends}"/>'
                f'<text x="{LABEL + WIDE + 10}" y="{y + 17}">{share.value:.1%}</text></g>'
            )
        return svg_figure(self.title, LABEL + WIDE + 70, ROW * len(self.shares), body)


@dataclass(frozen=True)
class Histogram:
    title: str
    counts: list[tuple[int, int, int]]

    def svg(self) -> str:
        most, width = max(count for _, _, count in self.counts), (LABEL + WIDE) / len(self.counts)
        body = [f'<path class="axis" d="M0 {TALL}H{LABEL + WIDE}"/>']
        for k, (low, high, count) in enumerate(self.counts):
            tall = (TALL - 8) * count / most
            span = str(low) if low == high else f"{low} to {high}"
            at = (
                f'x="{k * width + 1:.1f}" y="{TALL - tall:.1f}" width="{max(1.0, width - 2):.1f}"'
                f' height="{tall:.1f}"'
            )
            bar = f'<rect {at} fill="{COLOURS[2]}"/>'
            body.append(f"<g><title>{span}: {count:,} games</title>{bar}</g>")
        first, last = self.counts[0][0], self.counts[-1][1]
        body.append(
            f'<text x="0" y="{TALL + 18}">{first}</text><text x="{LABEL + WIDE}" y="{TALL + 18}"'
            f' text-anchor="end">{last}</text>'
        )
        return svg_figure(self.title, LABEL + WIDE, TALL + 24, body)


def report(path: Path, study: Study, found: Findings) -> None:
    write_file(path, page(study, found).encode())


def page(study: Study, found: Findings) -> str:
    title = f"{study.game}, {study.seats} {'seat' if study.seats == 1 else 'seats'}"
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{found.games:,} games; players: {escape(', '.join(study.players))}. Intervals are 95 %"
        " confidence intervals.</p>",
    ]
    if found.first_seat is None:
        body += section(
            "Won", Bars("games won", {"the team" if study.seats > 1 else "won": found.wins[0]}).svg()
        )
    else:
        wins = {f"seat {seat}": share for seat, share in enumerate(found.wins)}
        more = found.first_seat
        advantage = (
            f"Advantage of the first seat over an equal share: {more.value:+.2%} ({more.low:+.2%} to"
            f" {more.high:+.2%})."
        )
        body += section("Won, by seat", Bars("games won by seat", wins).svg(), advantage)
    ends = f"Reasons given by the game, in {found.ends_of:,} games."
    body += section("How games ended", Bars("reasons for the end", found.ends).svg(), ends)
    body += section("Length, in decisions", Histogram("decisions in a game", found.lengths).svg())
    rows = [
        ("decisions in a game", format_number(found.length)),
        ("decisions, middle half of games", f"{found.percentiles[25]} to {found.percentiles[75]}"),
        ("acts of chance in a game", format_number(found.chances)),
        ("legal moves at a decision", format_number(found.branching)),
        ("most legal moves", str(found.widest)),
        ("decisions with one legal move", format_share(found.forced)),
    ]
    rows += [
        (f"points of seat {seat} at the end", format_number(points))
        for seat, points in enumerate(found.points)
    ]
    if found.tension:
        tense = found.tension
        rows += [
            ("lead changes in a game", format_number(tense.lead_changes)),
            ("part of a game after which it was settled", format_share(tense.settled)),
            ("games settled only in the last tenth", format_share(tense.late)),
            ("share of luck; the rest is decisions", format_share(tense.luck)),
        ]
    cells = "".join(
        f'<tr><td>{escape(name)}</td><td class="figure">{escape(value)}</td></tr>' for name, value in rows
    )
    body += [f"<h2>Figures</h2><table>{cells}</table>"]
    seen = (
        f"From {found.kinds_of:,} games. First chart: share of all decisions;"
        " second chart: share of the decisions where the move was legal."
    )
    body += section(
        "Moves", Bars("moves chosen", {kind.name: kind.chosen for kind in found.kinds}).svg(), seen
    )
    body += [
        f"<figure>{Bars('chosen where legal', {kind.name: kind.when_legal for kind in found.kinds}).svg()}</figure>"
    ]
    if found.dead:
        body.append(f"<p>Legal and never chosen: {escape(', '.join(found.dead))}.</p>")
    body.append(f"<h2>Repeat this study</h2><p><code>{escape(command_line(study, found))}</code></p>")
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    return (
        "<!doctype html><html"
        f' lang="en">{head}<title>{escape(title)}</title><style>{STYLE}</style><body>{"".join(body)}</body></html>\n'
    )


def section(title: str, plot: str, more: str = "") -> Iterable[str]:
    return [
        f"<h2>{escape(title)}</h2>",
        *([f'<p class="soft">{escape(more)}</p>'] if more else []),
        f"<figure>{plot}</figure>",
    ]


def svg_figure(title: str, wide: float, high: float, body: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img"'
        f' aria-label="{escape(title)}">'
    )
    return head + "".join(body) + "</svg>"


def format_share(share: Measurement) -> str:
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def format_number(figure: Measurement) -> str:
    return f"{figure.value:.2f} ({figure.low:.2f} to {figure.high:.2f})"
