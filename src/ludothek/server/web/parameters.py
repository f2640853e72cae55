"""Parameters and responses that all routes of the HTTP interface share."""

from typing import Annotated, Any

from litestar import Request
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter

from ludothek.house.api.answer_types import Trouble

REFUSALS = {
    status: ResponseSpec(Trouble, description="refused", generate_examples=False)
    for status in (400, 401, 403, 404, 409, 413, 429)
}
COMPRESSED_ALREADY = "compressed_already"  # the option that exempts a handler from Litestar's compression
NO_COMPRESSION = {COMPRESSED_ALREADY: True}
AnyRequest = Request[Any, Any, Any]
Language = Annotated[str | None, QueryParameter(description="de or en; else the browser's language")]
