"""The HTTP interface, put together."""

from litestar import Router

from ludothek.server.web import afterwards, invitations, people, shelf, tables
from ludothek.server.web.requests import same_origin

router = Router(
    "/api",
    route_handlers=[
        people.me, people.rename, people.my_data, people.forget_me, tables.my_tables, tables.forget_table,
        invitations.door, invitations.open_door,
        shelf.games, shelf.game_page, shelf.figures, shelf.puzzles_of_day, shelf.check_kit, shelf.print_game,
        tables.open_table, tables.public_tables, tables.table_info, tables.print_table, tables.do, tables.frame,
        afterwards.record, afterwards.replay, afterwards.chance, afterwards.review, afterwards.begin_review, afterwards.try_again,
    ],
    guards=[same_origin],
)  # fmt: skip
