"""What requests are asked for, and how refusals are described: said once for the whole interface."""

from typing import Annotated, Any

from litestar import Request
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from ludothek.house.api.answer_types import Trouble

TROUBLES = {
    status: ResponseSpec(Trouble, description="refused", generate_examples=False)
    for status in (400, 401, 403, 404, 409, 413, 429)
}
COMPRESSED_ALREADY = "compressed_already"  # tells the compression of answers to leave these alone
PACKED = {COMPRESSED_ALREADY: True}
AnyRequest = Request[Any, Any, Any]
Language = Annotated[str | None, QueryParameter(description="de or en; else the browser's language")]
SeatOrNone = Annotated[str | None, QueryParameter(description="a seat's number, or none for a spectator")]
Since = Annotated[int, QueryParameter(ge=0, le=1_000_000_000, description="the last version already shown")]
TableId = Annotated[str, PathParameter(description="a table's id")]
