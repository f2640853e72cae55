"""The command line: ludothek serve, site, play, referee, bot, replay, review, rules, kit, print, board,
games, check, new, lab, admin.
"""

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

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
        "--lang",
        "--language",
        help="de or en.",
        default_factory=default_language,
        show_default="the machine's",
        callback=checked_language,
    ),
]


class LocalizedCommand(TyperCommand):
    """A command that also refuses in the language that was asked for."""

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
    seats: Annotated[int | None, typer.Option(help="How many seats; the fewest, if not given.")] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", help="Who plays a seat, in order: human (the default) or a bot's level."),
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", help="The name of who plays a seat, in order.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", help="An option of the game, as NAME=VALUE.")
    ] = None,
    kit: Annotated[Path | None, typer.Option(help="A kit file, begun with 'ludothek kit GAME'.")] = None,
    companion: Annotated[
        bool, typer.Option("--companion", help="The box is on the table: type what is rolled and drawn.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(help="A seed for dice and cards, to play the same game again.")
    ] = None,
    begins: Annotated[str | None, typer.Option(help="Who begins: 'lot', or a seat from 1.")] = None,
    resume: Annotated[str | None, typer.Option(metavar="NAME", help="Go on with a saved game.")] = None,
    pause: Annotated[
        float,
        typer.Option(
            min=0, max=60, envvar="LUDOTHEK_PAUSE", help="Seconds in which a bot's move can be followed."
        ),
    ] = 0.7,
) -> None:
    """Play at this keyboard: people, bots, or both."""
    from ludothek.cli import menu, saved_games
    from ludothek.cli.terminal_game import QuitGame, new_console

    console = new_console()
    if resume is not None:
        keyboard = menu.resumed(console, lang, resume)
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
            keyboard = menu.opened(console, lang, wishes)
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
        str | None, typer.Option(help="The address to listen on; 0.0.0.0 for everybody in the network.")
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port.")] = None,
    db: Annotated[
        str | None, typer.Option(help="Where tables are kept: a file, or postgresql+asyncpg://…")
    ] = None,
    show: Annotated[
        bool,
        typer.Option(
            "--open", help="Open the page in a browser; there, or here, you can let others at home join."
        ),
    ] = False,
    home: Annotated[bool, typer.Option("--home", help="Let others at home join from the start.")] = False,
    https: Annotated[
        bool, typer.Option("--https", help="By a certificate of your own: docs/at-home.md.")
    ] = False,
) -> None:
    """Serve the tables to browsers. More settings: docs/operate.md."""
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
def site(folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the files go.")]) -> None:
    """Write a folder of files that any web server can offer: tables on the device of whoever opens it, also
    without a network.
    """
    from ludothek.page.site_builder import build

    build(folder)
    typer.echo(f"{folder} is ready; try it with: python -m http.server --directory {folder}")


@app.command()
def referee() -> None:
    """Let another program play: one JSON object a line on standard input and output."""
    from ludothek.cli.referee import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)


@app.command()
def bot(
    command: Annotated[
        list[str], typer.Argument(metavar="-- COMMAND…", help="The program that plays, with its arguments.")
    ],
    url: Annotated[str, typer.Option(help="The table, as in its invitation: http://…/t/…")],
    token: Annotated[
        str | None,
        typer.Option(help="Who the program is, to come back to its seat; a newcomer, if not given."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Which seat to take; the first that is open, if not given.")
    ] = None,
    name: Annotated[str, typer.Option(help="The name that it has at the table.")] = "Program",
    seconds: Annotated[float, typer.Option(min=0.1, help="How long it may think about an answer.")] = 60,
) -> None:
    """Let a program take a seat at a table, and speak with it as the referee does: docs/referee.md."""
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
    """Tell a recorded game again, or check it."""
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
        typer.Option("--nodes", min=1, help="How deep to look; as there is time for, if not given."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for other programs.")] = False,
) -> None:
    """Look at a recorded game afterwards: what decided it, what could have been better, and luck apart from
    skill.
    """
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
    seconds: Annotated[float, typer.Option(min=1, help="How long to look at most.")] = 60,
    compiled: Annotated[
        bool, typer.Option(help="Whether compiled play is compared with interpreted play.")
    ] = True,
) -> None:
    """Say what is wrong with a game, to whoever writes it: docs/new-game.md."""
    from ludothek.cli.check_screen import show

    raise typer.Exit(0 if show(game, seconds, compiled) else 1)


@app.command()
def new(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="What the game and its package are called, such as night_train."),
    ],
    folder: Annotated[Path, typer.Option("--in", metavar="FOLDER", help="Where to begin it.")] = Path(),
) -> None:
    """Begin a game of your own: a folder with a small one that is complete, to be changed."""
    from ludothek.workshop import begin

    made = begin(name, folder)
    typer.echo(f"{made}: a game of matches to begin with. Install it, play it and change it:")
    typer.echo(
        f"  pip install -e {made}\n  ludothek play {name} --player human --player hard\n  ludothek check {name}"
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
    """Print a game's kit: the figures of its box, to copy and to change."""
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
        typer.Option(metavar="FILE", help="Where to; - for standard output. GAME.pdf, if not given."),
    ] = None,
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
        Path | None,
        typer.Option(
            metavar="DIR", help="Where Board.svelte lies; board/ in the game's project, if not given."
        ),
    ] = None,
) -> None:
    """Build the board that a game of your own brings along (docs/new-board.md)."""
    from ludothek.boards.build import build

    typer.echo(build(registry.find(game), source))


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
