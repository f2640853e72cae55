"""The lab at the command line: ludothek lab simulate | sweep | balance | compare | duel | tournament | …"""

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludothek.cli.arguments import GameId, parsed_options, read_kit
from ludothek.core import Refusal, registry

if TYPE_CHECKING:
    from ludothek.lab.study import GameRunner, Study

lab = typer.Typer(
    help="Experiments: statistics of games, effects of kit figures, and strength of players.",
    no_args_is_help=True,
)


@lab.command()
def duel(
    game: GameId,
    first: Annotated[str, typer.Argument(help="A player's level.")],
    second: Annotated[str, typer.Argument(help="The level it is compared with.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats; two, or what the game has.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; all cores, if not given.")] = os.cpu_count()
    or 1,
) -> None:
    """Compare two players over many games; in a team game, both play the same games."""
    from ludothek.cli.duel_screen import show
    from ludothek.lab.duel import Duel

    found = registry.find(game)
    show(Duel(game, seats if seats is not None else found.usual, first, second, seed), games, jobs)


@lab.command()
def ladder(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="Games; all, if none is named.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games each duel has.")] = 200,
    write: Annotated[
        Path, typer.Option(metavar="FILE", help="The document; duels listed in it are not played again.")
    ] = Path("docs/duels.md"),
    jobs: Annotated[int, typer.Option(min=1, help="Processes; all cores, if not given.")] = os.cpu_count()
    or 1,
) -> None:
    """Compare each level with those below it, for every number of seats, and write a document."""
    from ludothek.cli.duel_screen import run_ladder

    run_ladder([registry.find(name) for name in game or registry.game_ids()], write, games, jobs)


@lab.command()
def calibrate(
    game: GameId,
    games: Annotated[
        int, typer.Option(min=1, help="How many games each level plays with each number of seats.")
    ] = 200,
    folder: Annotated[
        Path, typer.Option(help="Folder of figures and charts; results in it are not measured again.")
    ] = Path("docs/calibration"),
    jobs: Annotated[int, typer.Option(min=1, help="Processes; all cores, if not given.")] = os.cpu_count()
    or 1,
) -> None:
    """Measure how often each level wins a team game, and calibrate the chances stated by the strongest."""
    from ludothek.cli.calibration_screen import show

    show(game, folder, games, jobs)


@lab.command()
def guide(
    game: GameId,
    games: Annotated[int, typer.Option(min=1, help="How many games with each number of seats.")] = 1000,
    seats: Annotated[
        int | None, typer.Option(help="How many seats; every number that the game has, if not given.")
    ] = None,
    kit: Annotated[Path | None, typer.Option(help="A kit file, begun with 'ludothek kit GAME'.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
) -> None:
    """Measure how often a team wins that only follows its guide, to try out kit figures quickly."""
    from ludothek.cli.calibration_screen import show_guide

    found = registry.find(game)
    figures = read_kit(kit)
    for number in [seats] if seats is not None else range(found.fewest, found.most + 1):
        show_guide(found.variant(number, kit=figures), games, seed)


Seats = Annotated[int | None, typer.Option(help="How many seats; two, or what the game has.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="An option of the game, as NAME=VALUE.")]
KitFile = Annotated[Path | None, typer.Option(help="A kit file, begun with 'ludothek kit GAME'.")]
Players = Annotated[
    str,
    typer.Option(
        help="Players: random, guide, or levels; one for all seats, or one for each, as in hard,easy.",
        metavar="NAME,…",
    ),
]
Seed = Annotated[
    int, typer.Option(min=0, max=1 << 62, help="The same seed gives the same games, on every machine.")
]
Jobs = Annotated[int | None, typer.Option(min=1, help="Cores; all, if not given.")]
Machine = Annotated[
    str, typer.Option(help="Machine for random and guide play: interpreted, native, cuda or wasm.")
]
Address = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the Ray cluster at this address; auto for the one on this computer.",
    ),
]
Keep = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Folder that keeps the games, so that a larger study continues from them.",
    ),
]

Opening = Annotated[str, typer.Option(help="Opening moves, separated by spaces, from which to start.")]
Json = Annotated[Path | None, typer.Option(metavar="FILE", help="Write every figure as JSON.")]


@lab.command()
def simulate(
    game: GameId,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100_000,
    seats: Seats = None,
    option: Options = None,
    kit: KitFile = None,
    players: Players = "random",
    machine: Machine = "native",
    seed: Seed = 1,
    drama: Annotated[
        int, typer.Option(min=0, help="Number of games to measure for lead changes and luck.")
    ] = 40,
    jobs: Jobs = None,
    cluster: Address = None,
    keep: Keep = None,
    json: Json = None,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a Parquet file with a row for each game.")
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML page with plots.")] = None,
) -> None:
    """Play many games and report statistics: wins, length, choices, luck and tension.

    See docs/lab.md.
    """
    from ludothek.cli.study_screen import show

    show(
        study_of(game, seats, option, kit, players, seed, machine),
        games,
        drama,
        runner_for(jobs, cluster),
        keep,
        json,
        parquet,
        html,
    )


def runner_for(jobs: int | None, cluster: str | None) -> "GameRunner":
    """Return the runner of games: this computer, or a cluster."""
    from ludothek.lab.study import LocalRunner

    if cluster is None:
        return LocalRunner(jobs)
    from ludothek.lab.cluster import Cluster

    return Cluster(cluster)


def study_of(
    game: str,
    seats: int | None,
    option: list[str] | None,
    kit: Path | None,
    players: str,
    seed: int,
    machine: str = "native",
) -> "Study":
    from ludothek.lab.study import Study

    found = registry.find(game)
    number = seats if seats is not None else found.usual
    study = Study(
        game, number, parsed_options(option or []), read_kit(kit), tuple(players.split(",")), seed, machine
    )
    study.variant()  # refuse impossible settings before any game is played
    return study


@lab.command()
def wasm(
    game: GameId,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Output folder.")],
) -> None:
    """Compile a game's rules and players to WebAssembly, with TypeScript wrappers."""
    from ludothek.cli.export_screen import show_files
    from ludothek.lab.export import write_modules

    found = registry.find(game)
    show_files(f"{game}: WebAssembly", lambda: write_modules(found, out))


@lab.command()
def kernel(
    game: GameId,
    out: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Output folder; set LUDOTHEK_KERNELS to it where the kernels run."),
    ],
    arch: Annotated[
        str, typer.Option(help="Oldest GPU architecture to support, as NVIDIA numbers them.")
    ] = "sm_90",
) -> None:
    """Compile a game's CUDA kernels, also on a machine without a GPU."""
    from ludothek.cli.export_screen import show_files
    from ludothek.lab.export import write_kernels

    found = registry.find(game)
    show_files(f"{game}: kernels for {arch}", lambda: write_kernels(found, out, arch))


Figures = Annotated[
    list[str],
    typer.Option(
        "--figure",
        metavar="NAME=RANGE",
        help="A figure of the kit, or an option: red_fields=2..6, lead=10..20..2.",
    ),
]


@lab.command()
def sweep(
    game: GameId,
    figure: Figures,
    games: Annotated[int, typer.Option(min=2, help="How many games for each value.")] = 2000,
    seats: Seats = None,
    option: Options = None,
    kit: KitFile = None,
    players: Players = "random",
    machine: Machine = "native",
    seed: Seed = 1,
    jobs: Jobs = None,
    cluster: Address = None,
    json: Json = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="A chart of the games won.")] = None,
) -> None:
    """Measure the effect of a kit figure or option: games won, length and choices for each value."""
    from ludothek.cli import sweep_screen as figures
    from ludothek.lab.sweep import parse_range

    study = study_of(game, seats, option, kit, players, seed, machine)
    figures.sweep(study, [parse_range(text) for text in figure], games, runner_for(jobs, cluster), json, svg)


@lab.command()
def balance(
    game: GameId,
    figure: Figures,
    target: Annotated[
        float,
        typer.Option(min=0, max=1, help="The share of games that the team, or the first seat, should win."),
    ] = 0.5,
    certainty: Annotated[
        float, typer.Option(min=0.5, max=0.9999, help="Required certainty that no other value is closer.")
    ] = 0.95,
    most: Annotated[int, typer.Option(min=100, help="Most games for each value.")] = 64_000,
    seats: Seats = None,
    option: Options = None,
    kit: KitFile = None,
    players: Players = "random",
    machine: Machine = "native",
    seed: Seed = 1,
    jobs: Jobs = None,
    cluster: Address = None,
) -> None:
    """Find the figures with which a game is won with a target probability, and how certain that is."""
    from ludothek.cli import sweep_screen as figures
    from ludothek.lab.sweep import parse_range

    study = study_of(game, seats, option, kit, players, seed, machine)
    figures.balance(
        study, [parse_range(text) for text in figure], target, most, certainty, runner_for(jobs, cluster)
    )


@lab.command()
def compare(
    game: GameId,
    first: Annotated[Path, typer.Argument(metavar="KIT", help="A kit file; - for the shipped kit.")],
    second: Annotated[Path, typer.Argument(metavar="KIT", help="Another one.")],
    games: Annotated[int, typer.Option(min=2, help="How many games with each.")] = 20_000,
    seats: Seats = None,
    option: Options = None,
    players: Players = "random",
    machine: Machine = "native",
    seed: Seed = 1,
    jobs: Jobs = None,
    cluster: Address = None,
    json: Json = None,
) -> None:
    """Compare the statistics of a game with two kits."""
    from ludothek.cli import sweep_screen as figures

    kits = [None if str(file) == "-" else file for file in (first, second)]
    one, other = (study_of(game, seats, option, kit, players, seed, machine) for kit in kits)
    names = ("shipped" if kits[0] is None else str(first), "shipped" if kits[1] is None else str(second))
    figures.compare(one, other, names, games, runner_for(jobs, cluster), json)


@lab.command()
def tournament(
    game: GameId,
    games: Annotated[int, typer.Option(min=1, help="How many games in all.")] = 200,
    seats: Seats = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", help="Participants: levels, or module:object; all by default."),
    ] = None,
    seed: Seed = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; all cores, if not given.")] = os.cpu_count()
    or 1,
    write: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File that keeps the games; games in it are not played again."),
    ] = None,
    json: Json = None,
) -> None:
    """Rate all levels and guest players of a game by playing a tournament."""
    from ludothek.cli import sweep_screen as figures
    from ludothek.lab.tournament import Tournament

    found = registry.find(game)
    number = seats if seats is not None else found.usual
    figures.tournament(Tournament.of(game, number, player or (), seed), games, jobs, write, json)


@lab.command()
def exploit(
    game: GameId,
    player: Annotated[str, typer.Argument(help="A level, or module:object.")],
    opening: Opening = "",
    asked: Annotated[
        int, typer.Option(min=1, help="Samples of a randomizing player's choice in each position.")
    ] = 24,
) -> None:
    """Measure the exploitability of a player in a small game: what a best response wins.

    Needs OpenSpiel: pip install 'ludothek[peers]'.
    """
    found = registry.find(game)
    try:
        from ludothek.adapters.exploit import exploited
    except ImportError:
        raise Refusal(
            "exploitability needs OpenSpiel; install it with: pip install 'ludothek[peers]'"
        ) from None
    worth = exploited(
        found.variant(2 if found.fewest <= 2 <= found.most else found.fewest), player, opening.split(), asked
    )
    print(
        f"{game}, after {len(opening.split())} moves: a best response to {player} wins {worth:.4f} a game"
        " more than an equal share"
    )


@lab.command()
def perft(
    game: GameId,
    depth: Annotated[int, typer.Option(min=0, max=60, help="How many moves deep.")] = 4,
    seats: Seats = None,
    option: Options = None,
    kit: KitFile = None,
) -> None:
    """Count the sequences of a number of moves, to compare two implementations of the same rules."""
    from ludothek.lab.solve import perft

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # otherwise Ctrl-C waits for the compiled code to return
    for deep, ways in enumerate(perft(study_of(game, seats, option, kit, "random", 1).variant(), depth)):
        print(f"{deep:2} {ways:,}", flush=True)  # the next line may take long


@lab.command()
def solve(
    game: GameId,
    seats: Seats = None,
    option: Options = None,
    kit: KitFile = None,
    opening: Opening = "",
    most: Annotated[
        int | None,
        typer.Option(min=1, help="Most positions to store; by default one million, for a puzzle two."),
    ] = None,
) -> None:
    """Solve a puzzle or a small game of two: its value under perfect play, and the best moves."""
    from ludothek.cli.solve_screen import show

    show(study_of(game, seats, option, kit, "random", 1).variant(), opening.split(), most)
