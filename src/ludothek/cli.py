"""The command line: ludothek serve | play | referee | bot | replay | rules | kit | print | board | games | check | new | lab."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ludothek.core import BadOption, Refusal, registry
from ludothek.core.chance import SecretSeed
from ludothek.core.kits import no_kit, read
from ludothek.core.texts import LANGUAGES

app = typer.Typer(
    help="Eight tabletop games: to play, to replay, and for other programs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def default_language() -> str:
    """The language of this machine, where there is one of ours."""
    for name in ("LUDOTHEK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def checked_language(value: str) -> str:
    if value not in LANGUAGES:
        raise typer.BadParameter(f"{value!r} is not one of {', '.join(LANGUAGES)}")
    return value


Language = Annotated[
    str,
    typer.Option(
        "--lang", "--language", help="de or en.", default_factory=default_language, show_default="the machine's", callback=checked_language
    ),
]


class InTheirLanguage(TyperCommand):
    """A command that also refuses in the language that was asked for."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            raise Refusal(refusal.said(ctx.params["lang"])) from None


GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game; 'ludothek games' lists them.")]


@app.command()
def games(lang: Language) -> None:
    """List the games."""
    from rich.console import Console

    from ludothek.terminal.menu import shelf

    Console().print(shelf(lang))
    for refusal in registry.shelf().refused.values():
        typer.echo(f"ludothek: {refusal}", err=True)


@app.command(cls=InTheirLanguage)
def play(
    lang: Language,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game; without one, a menu.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats; the fewest, if not given.")] = None,
    player: Annotated[
        list[str] | None, typer.Option("--player", help="Who plays a seat, in order: human (the default) or a bot's level.")
    ] = None,
    name: Annotated[list[str] | None, typer.Option("--name", help="The name of who plays a seat, in order.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="An option of the game, as NAME=VALUE.")] = None,
    kit: Annotated[Path | None, typer.Option(help="A kit file, begun with 'ludothek kit GAME'.")] = None,
    companion: Annotated[bool, typer.Option("--companion", help="The box is on the table: type what is rolled and drawn.")] = False,
    seed: Annotated[int | None, typer.Option(help="A seed for dice and cards, to play the same game again.")] = None,
    resume: Annotated[str | None, typer.Option(metavar="NAME", help="Go on with a saved game.")] = None,
) -> None:
    """Play at this keyboard: people, bots, or both."""
    from ludothek.terminal import menu, saves
    from ludothek.terminal.play import Quit, new_console

    console = new_console()
    if resume is not None:
        keyboard = menu.resumed(console, lang, resume)
    else:
        wishes = menu.Wishes(
            game=game,
            seats=seats,
            players=player or [],
            names=name or [],
            options=parsed_options(option or []),
            kit=read_kit(kit),
            seed=None if companion else SecretSeed.fresh() if seed is None else SecretSeed(str(seed).encode()),
        )
        try:
            keyboard = menu.opened(console, lang, wishes)
        except EOFError:
            return
    try:
        with keyboard.screen.getting_ready():
            keyboard.run()
    except (Quit, KeyboardInterrupt) as stopped:
        console.print()
        console.print(keyboard.screen.shell("stopped", path=keyboard.path, name=saves.name_of(keyboard.path)), markup=False, soft_wrap=True)
        raise typer.Exit(0 if isinstance(stopped, Quit) else 130) from None


@app.command()
def serve(
    lang: Language,
    host: Annotated[str | None, typer.Option(help="The address to listen on; 0.0.0.0 for everybody in the network.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port.")] = None,
    db: Annotated[str | None, typer.Option(help="Where tables are kept: a file, or postgresql+asyncpg://…")] = None,
    show: Annotated[
        bool, typer.Option("--open", help="Open the page in a browser; there, or here, you can let others at home join.")
    ] = False,
    home: Annotated[bool, typer.Option("--home", help="Let others at home join from the start.")] = False,
    https: Annotated[bool, typer.Option("--https", help="By a certificate of your own: docs/at-home.md.")] = False,
) -> None:
    """Serve the tables to browsers. More settings: docs/operate.md."""
    from ludothek.server.door.doorstep import Doorstep
    from ludothek.server.run import open_when_ready, run
    from ludothek.server.settings import read

    settings = read({"host": host, "port": port, "db": db, "door": show or home or None, "https": https or None})
    if show:
        open_when_ready(settings)
    run(settings, (lambda door: Doorstep(door, lang, sys.stdin, sys.stdout)) if show or home else None, at_home=home)


@app.command()
def referee() -> None:
    """Let another program play: one JSON object a line on standard input and output."""
    from ludothek.terminal.referee import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)


@app.command()
def bot(
    command: Annotated[list[str], typer.Argument(metavar="-- COMMAND…", help="The program that plays, with its arguments.")],
    url: Annotated[str, typer.Option(help="The table, as in its invitation: http://…/t/…")],
    token: Annotated[str | None, typer.Option(help="Who the program is, to come back to its seat; a newcomer, if not given.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="Which seat to take; the first that is open, if not given.")] = None,
    name: Annotated[str, typer.Option(help="The name that it has at the table.")] = "Program",
    seconds: Annotated[float, typer.Option(min=0.1, help="How long it may think about an answer.")] = 60,
) -> None:
    """Let a program take a seat at a table, and speak with it as the referee does: docs/referee.md."""
    from ludothek.terminal.program import play

    raise typer.Exit(0 if play(url, token, seat, name, seconds, command) else 1)


@app.command(cls=InTheirLanguage)
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record or a saved game; - for standard input.")],
    lang: Language,
    step: Annotated[bool, typer.Option("--step", help="Show the board after every move and wait for Enter.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only check that every move is legal.")] = False,
    upto: Annotated[int | None, typer.Option("--upto", min=0, help="Stop after this many moves.")] = None,
) -> None:
    """Tell a recorded game again, or check it."""
    from rich.console import Console

    from ludothek.core.table import Table
    from ludothek.terminal import replay as replaying

    record = replaying.read_record(file)
    if check:
        table = Table.load(record)
        typer.echo(json.dumps({"moves": len(table.moves), "outcome": table.variant.outcome(table.state)}))
        return
    try:
        replaying.tell(Console(highlight=False), record, lang, step, upto)
    except EOFError:
        raise Refusal("--step waits for Enter and needs a terminal") from None


lab = typer.Typer(help="Experiments: how players compare.", no_args_is_help=True)
app.add_typer(lab, name="lab")


@lab.command()
def duel(
    game: GameId,
    first: Annotated[str, typer.Argument(help="A player's level.")],
    second: Annotated[str, typer.Argument(help="The level it is compared with.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats; two, or what the game has.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; all cores, if not given.")] = os.cpu_count() or 1,
) -> None:
    """Let two players play each other (or, in a team game, the same games), and say which is stronger."""
    from ludothek.lab.duel import Duel
    from ludothek.terminal.contest import show

    found = registry.find(game)
    show(Duel(game, seats if seats is not None else max(found.fewest, min(2, found.most)), first, second, seed), games, jobs)


@lab.command()
def ladder(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Games; all, if none is named.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games each duel has.")] = 200,
    write: Annotated[Path, typer.Option(metavar="FILE", help="The document; what stands in it is not played again.")] = Path(
        "docs/duels.md"
    ),
    jobs: Annotated[int, typer.Option(min=1, help="Processes; all cores, if not given.")] = os.cpu_count() or 1,
) -> None:
    """Let every level play those below it, for every number of seats, and write a document of it."""
    from ludothek.terminal.contest import climb

    climb([registry.find(name) for name in game or registry.game_ids()], write, games, jobs)


@lab.command()
def calibrate(
    game: GameId,
    games: Annotated[int, typer.Option(min=1, help="How many games each level plays with each number of seats.")] = 200,
    folder: Annotated[Path, typer.Option(help="Where figures and charts go; what stands there is not measured again.")] = Path(
        "docs/calibration"
    ),
    jobs: Annotated[int, typer.Option(min=1, help="Processes; all cores, if not given.")] = os.cpu_count() or 1,
) -> None:
    """Measure how often each level wins a team game, and whether the chances that the strongest states come true."""
    from ludothek.terminal.calibration import show

    show(game, folder, games, jobs)


@lab.command()
def guide(
    game: GameId,
    games: Annotated[int, typer.Option(min=1, help="How many games with each number of seats.")] = 1000,
    seats: Annotated[int | None, typer.Option(help="How many seats; every number that the game has, if not given.")] = None,
    kit: Annotated[Path | None, typer.Option(help="A kit file, begun with 'ludothek kit GAME'.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
) -> None:
    """Say how often a team wins that only follows its guide: for trying out the figures of a box."""
    from ludothek.terminal.calibration import show_guide

    found = registry.find(game)
    figures = read_kit(kit)
    for number in [seats] if seats is not None else range(found.fewest, found.most + 1):
        show_guide(found.variant(number, kit=figures), games, seed)


@lab.command()
def simulate(
    game: GameId,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100_000,
    seats: Annotated[int | None, typer.Option(help="How many seats; two, or what the game has.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="An option of the game, as NAME=VALUE.")] = None,
    kit: Annotated[Path | None, typer.Option(help="A kit file, begun with 'ludothek kit GAME'.")] = None,
    machine: Annotated[str, typer.Option(help="What plays them: interpreted, native, cuda or wasm.")] = "native",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games, on every machine.")] = 1,
) -> None:
    """Play at random, by the million, and say what each seat scores."""
    from ludothek.terminal.machines import show_games

    found = registry.find(game)
    number = seats if seats is not None else max(found.fewest, min(2, found.most))
    show_games(found.variant(number, parsed_options(option or []), read_kit(kit)), games, seed, machine)


@lab.command()
def wasm(game: GameId, out: Annotated[Path, typer.Option(metavar="DIR", help="Where GAME.wasm and GAME.json go.")]) -> None:
    """Make a WebAssembly module of a game's rules, for browsers and others: see web/src/machine."""
    from ludothek.lab.modules import write_module
    from ludothek.terminal.machines import show_files

    found = registry.find(game)
    show_files(f"{game}: WebAssembly", lambda: write_module(found, out))


@lab.command()
def kernel(
    game: GameId,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the kernels go; name it in LUDOTHEK_KERNELS where they are to run.")],
    arch: Annotated[str, typer.Option(help="The oldest card that shall run them, as NVIDIA numbers them.")] = "sm_90",
) -> None:
    """Make a game's kernels for a graphics card, on a machine that need not have one."""
    from ludothek.lab.modules import write_kernels
    from ludothek.terminal.machines import show_files

    found = registry.find(game)
    show_files(f"{game}: kernels for {arch}", lambda: write_kernels(found, out, arch))


@app.command()
def check(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, a package with one that is not installed yet, or its folder.")],
    seconds: Annotated[float, typer.Option(min=1, help="How long to look at most.")] = 60,
    compiled: Annotated[bool, typer.Option(help="Whether compiled play is compared with interpreted play.")] = True,
) -> None:
    """Say what is wrong with a game, to whoever writes it: docs/new-game.md."""
    from ludothek.terminal.checking import show

    raise typer.Exit(0 if show(game, seconds, compiled) else 1)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game and its package are called, such as night_train.")],
    folder: Annotated[Path, typer.Option("--in", metavar="FOLDER", help="Where to begin it.")] = Path(),
) -> None:
    """Begin a game of your own: a folder with a small one that is complete, to be changed."""
    from ludothek.workshop import begin

    made = begin(name, folder)
    typer.echo(f"{made}: a game of matches to begin with. Install it, play it and change it:")
    typer.echo(f"  pip install -e {made}\n  ludothek play {name} --player human --player hard\n  ludothek check {name}")


@app.command()
def rules(game: GameId, lang: Language) -> None:
    """Print the rules of a game."""
    from rich.console import Console
    from rich.markdown import Markdown

    text = registry.find(game).texts[lang]["rules"]
    console = Console()
    console.print(Markdown(text)) if console.is_terminal else typer.echo(text)


@app.command()
def kit(game: GameId) -> None:
    """Print a game's kit: the figures of its box, to copy and to change."""
    source = registry.find(game).kit_source
    if source is None:
        raise no_kit(game)
    typer.echo(source, nl=False)


@app.command("print", cls=InTheirLanguage)
def print_game(
    game: GameId,
    lang: Language,
    kit: Annotated[Path | None, typer.Option(help="A kit file, begun with 'ludothek kit GAME'.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to; - for standard output. GAME.pdf, if not given.")] = None,
) -> None:
    """Print and play: make a PDF of a game's sheets, board and cards."""
    from ludothek.printing import printed

    pdf = printed(registry.find(game), read_kit(kit), lang)
    if out == Path("-"):
        sys.stdout.buffer.write(pdf)
        return
    file = out or Path(f"{game}.pdf")
    try:
        file.write_bytes(pdf)
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror}") from None
    typer.echo(file)


@app.command()
def board(
    game: GameId,
    source: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where Board.svelte lies; board/ in the game's project, if not given.")
    ] = None,
) -> None:
    """Build the board that a game of your own brings along (docs/new-board.md)."""
    from ludothek.boards.build import build

    typer.echo(build(registry.find(game), source))


def parsed_options(given: list[str]) -> dict[str, Any]:
    """NAME=VALUE, the value as JSON where it is JSON: encore=true, characters=2, layout=groups."""
    options = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"--option {text!r} must be NAME=VALUE")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def read_kit(path: Path | None) -> dict[str, Any] | None:
    if path is None:
        return None
    try:
        return read(path.read_text("utf-8", errors="replace"), str(path))
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}") from None


def main() -> None:
    try:
        app(prog_name="ludothek")
    except Refusal as refusal:
        print(f"ludothek: {refusal}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
