"""The HTTP interface, put together."""

from litestar import Router

from ludothek.server.web import afterwards, calls, challenges, devices, invitations, my_games, people, shelf, tables
from ludothek.server.web.requests import recognised, same_origin

router = Router(
    "/api",
    route_handlers=[
        people.me, people.rename, people.my_data, people.forget_me, tables.my_tables, tables.forget_table,
        people.keep, devices.my_devices, devices.sign_out, devices.sign_out_others, devices.make_link, devices.make_phrase,
        devices.drop_phrase, devices.begin_passkey, devices.add_passkey, devices.remove_passkey, devices.look,
        devices.ask_passkey, devices.join,
        calls.my_calls, calls.wish, calls.add_push, calls.add_mail, calls.add_hook, calls.remove_way, calls.try_way, calls.table_calls,
        calls.call_for_table, calls.confirm, calls.stop,
        invitations.door, invitations.open_door,
        shelf.games, shelf.game_page, shelf.figures, shelf.puzzles_of_day, shelf.check_kit, shelf.print_game, shelf.print_kit,
        shelf.try_kit, shelf.module,
        challenges.challenges_of_day, challenges.take_up,
        my_games.statistics, my_games.my_games, my_games.champions, my_games.choose_rated,
        tables.open_table, tables.public_tables, tables.table_info, tables.pack, tables.bring, tables.print_table, tables.do, tables.frame,
        tables.log_page,
        afterwards.record, afterwards.replay, afterwards.chance, afterwards.review, afterwards.begin_review, afterwards.try_again,
    ],
    guards=[same_origin, recognised],
)  # fmt: skip
