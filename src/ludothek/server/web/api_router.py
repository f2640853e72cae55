"""The HTTP interface, put together."""

from litestar import Router

from ludothek.server.web import (
    catalogue_routes,
    challenge_routes,
    device_routes,
    lan_routes,
    notice_routes,
    person_routes,
    review_routes,
    statistics_routes,
    table_routes,
)
from ludothek.server.web.http_requests import recognised, same_origin

router = Router(
    "/api",
    route_handlers=[
        person_routes.me, person_routes.rename, person_routes.my_data, person_routes.forget_me, table_routes.my_tables, table_routes.forget_table,
        person_routes.keep, device_routes.my_devices, device_routes.sign_out, device_routes.sign_out_others, device_routes.make_link, device_routes.make_phrase,
        device_routes.drop_phrase, device_routes.begin_passkey, device_routes.add_passkey, device_routes.remove_passkey, device_routes.look,
        device_routes.ask_passkey, device_routes.join,
        notice_routes.my_calls, notice_routes.wish, notice_routes.add_push, notice_routes.add_mail, notice_routes.add_hook, notice_routes.remove_way, notice_routes.try_way, notice_routes.table_calls,
        notice_routes.call_for_table, notice_routes.confirm, notice_routes.stop,
        lan_routes.door, lan_routes.open_door,
        catalogue_routes.games, catalogue_routes.game_page, catalogue_routes.figures, catalogue_routes.puzzles_of_day, catalogue_routes.check_kit, catalogue_routes.print_game, catalogue_routes.print_kit,
        catalogue_routes.try_kit, catalogue_routes.module,
        challenge_routes.challenges_of_day, challenge_routes.take_up,
        statistics_routes.statistics, statistics_routes.my_games, statistics_routes.champions, statistics_routes.choose_rated,
        table_routes.open_table, table_routes.public_tables, table_routes.table_info, table_routes.pack, table_routes.bring, table_routes.print_table, table_routes.do, table_routes.frame,
        table_routes.log_page,
        review_routes.record, review_routes.replay, review_routes.chance, review_routes.review, review_routes.begin_review, review_routes.try_again,
    ],
    guards=[same_origin, recognised],
)  # fmt: skip
