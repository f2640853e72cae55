"""The command line `ludothek` and its commands."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ludothek import __version__
from ludothek.cli.arguments import GameId, parsed_options, read_kit
from ludothek.cli.lab_commands import lab
from ludothek.core import Refusal, registry
from ludothek.core.chance import SecretSeed
from ludothek.core.kits import no_kit
from ludothek.core.texts import LANGUAGES
from ludothek.server.admin.admin_commands import app as admin

app = typer.Typer(
    help="Eight tabletop games: to play, to replay, and for other programs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

NEEDED = {"llvmlite": "lab", "numba": "lab", "numpy": "lab", "asyncpg": "postgresql"}  # the extra of a module


def print_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"ludothek {__version__}")
        raise typer.Exit


@app.callback()
def ludothek(
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Eight tabletop games: to play, to replay, and for other programs."""


def default_language() -> str:
    """Return the language of the environment if it is supported, else English."""
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
        "--lang",
        "--language",
        help="de or en.",
        default_factory=default_language,
        show_default="the machine's",
        callback=checked_language,
    ),
]


class LocalizedCommand(TyperCommand):
    """A command whose refusals are in the language of its `--lang` option."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            raise Refusal(refusal.said(ctx.params["lang"])) from None


@app.command()
def games(lang: Language) -> None:
    """List the games."""
    from rich.console import Console

    from ludothek.cli.menu import shelf

    Console().print(shelf(lang))
    for refusal in registry.broken_games().values():
        typer.echo(f"ludothek: {refusal}", err=True)


@app.command(cls=LocalizedCommand)
def play(
    lang: Language,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game; without one, a menu.")] = None,
    seats: Annotated[
        int | None, typer.Option(help="Number of seats; the fewest possible by default.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player", help="Player of the next seat: human (default) or a bot's level. Repeatable."
        ),
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", help="Name of the player on the next seat. Repeatable.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", help="An option of the game, as NAME=VALUE.")
    ] = None,
    kit: Annotated[Path | None, typer.Option(help="A kit file, begun with 'ludothek kit GAME'.")] = None,
    companion: Annotated[
        bool,
        typer.Option(
            "--companion", help="Companion mode, with the box on the table: type in rolls and draws."
        ),
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Seed for dice and cards, to repeat a game.")] = None,
    begins: Annotated[
        str | None, typer.Option(help="Starting player: 'lot', or a seat number from 1.")
    ] = None,
    resume: Annotated[str | None, typer.Option(metavar="NAME", help="Continue a saved game.")] = None,
    pause: Annotated[
        float,
        typer.Option(min=0, max=60, envvar="LUDOTHEK_PAUSE", help="Seconds to pause after a bot's move."),
    ] = 0.7,
) -> None:
    """Play at this keyboard: people, bots, or both."""
    from ludothek.cli import menu, saved_games
    from ludothek.cli.terminal_game import QuitGame, new_console

    console = new_console()
    if resume is not None:
        keyboard = menu.resume_game(console, lang, resume)
    else:
        wishes = menu.TableChoices(
            game=game,
            seats=seats,
            players=player or [],
            names=name or [],
            options=parsed_options(option or []),
            kit=read_kit(kit),
            begins=begins,
            seed=None
            if companion
            else SecretSeed.fresh()
            if seed is None
            else SecretSeed(str(seed).encode()),
        )
        try:
            keyboard = menu.open_game(console, lang, wishes)
        except EOFError:
            return
    keyboard.pause = pause
    try:
        with keyboard.screen.getting_ready():
            keyboard.run()
    except (QuitGame, KeyboardInterrupt) as stopped:
        console.print()
        console.print(
            keyboard.screen.shell("stopped", path=keyboard.path, name=saved_games.name_of(keyboard.path)),
            markup=False,
            soft_wrap=True,
        )
        raise typer.Exit(0 if isinstance(stopped, QuitGame) else 130) from None


@app.command()
def serve(
    lang: Language,
    host: Annotated[
        str | None, typer.Option(help="Address to listen on; 0.0.0.0 for all interfaces.")
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port.")] = None,
    db: Annotated[
        str | None, typer.Option(help="Database: an SQLite file, or postgresql+asyncpg://…")
    ] = None,
    show: Annotated[
        bool,
        typer.Option(
            "--open",
            help="Open the page in a browser; there or here you can let others in the home network join.",
        ),
    ] = False,
    home: Annotated[
        bool, typer.Option("--home", help="Let others in the home network join from the start.")
    ] = False,
    https: Annotated[
        bool, typer.Option("--https", help="Serve HTTPS with your own certificate: docs/at-home.md.")
    ] = False,
) -> None:
    """Run the web server. More settings: docs/operate.md."""
    from ludothek.house.settings import read
    from ludothek.server.home_network.lan_prompt import LanPrompt
    from ludothek.server.run import open_when_ready, run

    settings = read(
        {"host": host, "port": port, "db": db, "door": show or home or None, "https": https or None}
    )
    if show:
        open_when_ready(settings)
    run(
        settings,
        (lambda door: LanPrompt(door, lang, sys.stdin, sys.stdout)) if show or home else None,
        at_home=home,
    )


@app.command()
def site(folder: Annotated[Path, typer.Argument(metavar="DIR", help="Output folder.")]) -> None:
    """Build a static site: games run in the visitor's browser, also offline."""
    from ludothek.page.site_builder import build

    build(folder)
    typer.echo(f"{folder} is ready; try it with: python -m http.server --directory {folder}")


@app.command()
def referee() -> None:
    """Run a game for another program: one JSON object per line on standard input and output."""
    from ludothek.cli.referee import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)


@app.command()
def bot(
    command: Annotated[
        list[str], typer.Argument(metavar="-- COMMAND…", help="The program that plays, with its arguments.")
    ],
    url: Annotated[str, typer.Option(help="Address of the table, as in its invitation: http://…/t/…")],
    token: Annotated[
        str | None,
        typer.Option(
            help="Token of the person that the program plays as, to return to its seat; new by default."
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Seat to take; the first open one by default.")
    ] = None,
    name: Annotated[str, typer.Option(help="Name of the program at the table.")] = "Program",
    seconds: Annotated[float, typer.Option(min=0.1, help="Time limit for an answer, in seconds.")] = 60,
) -> None:
    """Let a program take a seat at a table, over the referee's protocol: docs/referee.md."""
    from ludothek.cli.external_program import play

    raise typer.Exit(0 if play(url, token, seat, name, seconds, command) else 1)


@app.command(cls=LocalizedCommand)
def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A record or a saved game; - for standard input.")
    ],
    lang: Language,
    step: Annotated[
        bool, typer.Option("--step", help="Show the board after every move and wait for Enter.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Only check that every move is legal.")] = False,
    upto: Annotated[int | None, typer.Option("--upto", min=0, help="Stop after this many moves.")] = None,
) -> None:
    """Replay a recorded game, or check it."""
    from rich.console import Console

    from ludothek.cli import replay_screen as replaying
    from ludothek.core.table import Table

    record = replaying.read_record(file)
    if check:
        table = Table.load(record)
        typer.echo(json.dumps({"moves": len(table.moves), "outcome": table.variant.outcome(table.state)}))
        return
    try:
        replaying.tell(Console(highlight=False), record, lang, step, upto)
    except EOFError:
        raise Refusal("--step waits for Enter and needs a terminal") from None


@app.command(cls=LocalizedCommand)
def review(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A record or a saved game; - for standard input.")
    ],
    lang: Language,
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", min=1, help="Search nodes for each decision; limited by time by default."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Review a recorded game: decisive moments, better moves, and luck against skill."""
    from rich.console import Console

    from ludothek.cli import replay_screen as replaying
    from ludothek.cli import review_screen as reviewing

    reviewing.show(Console(highlight=False), replaying.read_record(file), lang, nodes, as_json)


app.add_typer(admin, name="admin")
app.add_typer(lab, name="lab")


@app.command()
def check(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game, a package with one that is not installed yet, or its folder."
        ),
    ],
    seconds: Annotated[float, typer.Option(min=1, help="Time limit in seconds.")] = 60,
    compiled: Annotated[bool, typer.Option(help="Compare compiled with interpreted play.")] = True,
) -> None:
    """Check a game against the contract that every game must keep: docs/new-game.md."""
    from ludothek.cli.check_screen import show

    raise typer.Exit(0 if show(game, seconds, compiled) else 1)


@app.command()
def new(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="Name of the game and its package, such as night_train."),
    ],
    folder: Annotated[
        Path, typer.Option("--in", metavar="FOLDER", help="Folder in which to create it.")
    ] = Path(),
) -> None:
    """Create a new game: a folder with a small complete game to change."""
    from ludothek.workshop import begin

    made = begin(name, folder)
    typer.echo(f"{made}: a small game of matches. Install it, play it and change it:")
    typer.echo(
        f"  pip install -e {made}\n  ludothek play {name} --player human --player hard\n  ludothek"
        f" check {name}"
    )


@app.command()
def rules(game: GameId, lang: Language) -> None:
    """Print the rules of a game."""
    from rich.console import Console
    from rich.markdown import Markdown

    from ludothek.core.rulings import rules_page

    text = rules_page(registry.find(game).texts[lang])
    console = Console()
    console.print(Markdown(text)) if console.is_terminal else typer.echo(text)


@app.command()
def kit(game: GameId) -> None:
    """Print a game's kit file, to copy and change."""
    source = registry.find(game).kit_source
    if source is None:
        raise no_kit(game)
    typer.echo(source, nl=False)


@app.command("print", cls=LocalizedCommand)
def print_game(
    game: GameId,
    lang: Language,
    kit: Annotated[Path | None, typer.Option(help="A kit file, begun with 'ludothek kit GAME'.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Output file; - for standard output; GAME.pdf by default."),
    ] = None,
) -> None:
    """Print and play: write a PDF of a game's sheets, board and cards."""
    from ludothek.printing import render_pdf

    pdf = render_pdf(registry.find(game), read_kit(kit), lang)
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
        Path | None,
        typer.Option(metavar="DIR", help="Folder of Board.svelte; board/ in the game's project by default."),
    ] = None,
) -> None:
    """Build the drawn board of your own game (docs/new-board.md)."""
    from ludothek.boards.build import build

    typer.echo(build(registry.find(game), source))


def main() -> None:
    try:
        app(prog_name="ludothek")
    except Refusal as refusal:
        print(f"ludothek: {refusal}", file=sys.stderr)
        sys.exit(2)
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module not in NEEDED:
            raise
        print(
            f"ludothek: this needs {module}; install it with: pip install 'ludothek[{NEEDED[module]}]'",
            file=sys.stderr,
        )
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
