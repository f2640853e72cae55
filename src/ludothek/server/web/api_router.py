"""The router of the HTTP interface: the shared routes, and those that only a server has."""

from litestar import Router

from ludothek.house.api.shared_routes import SHARED_ROUTES
from ludothek.server.web import (
    device_routes,
    lan_routes,
    notice_routes,
    personal_data_routes,
    rating_routes,
)
from ludothek.server.web.http_requests import check_same_origin, recognise_person
from ludothek.server.web.route_mounts import mount_route

SERVER_ROUTES = [
    *personal_data_routes.routes,
    *device_routes.routes,
    *notice_routes.routes,
    *lan_routes.routes,
    *rating_routes.routes,
]

router = Router(
    "/",
    route_handlers=[mount_route(route) for route in (*SHARED_ROUTES, *SERVER_ROUTES)],
    guards=[check_same_origin, recognise_person],
)
