"""The routes that a server and a page without a server both answer."""

from ludothek.house.api import (
    catalogue_routes,
    challenge_routes,
    person_routes,
    review_routes,
    statistics_routes,
    table_routes,
)

SHARED_ROUTES = [
    route
    for subject in (
        person_routes,
        catalogue_routes,
        challenge_routes,
        statistics_routes,
        table_routes,
        review_routes,
    )
    for route in subject.routes
]
