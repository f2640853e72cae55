"""Threads for blocking calls to other hosts: mail servers, name lookups.

They are few, used for nothing else, and daemons: a host that never answers delays neither other work nor the
end of the process.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


class NoticeThreads:
    def __init__(self, most: int, name: str) -> None:
        self._left = most  # threads that may still be started, on demand
        self._name = name
        self._work: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()

    async def do(self, work: Callable[Given, Made], *given: Given.args, **named: Given.kwargs) -> Made:
        done: Future[Made] = Future()
        self._work.put((done, lambda: work(*given, **named)))
        if self._left:
            self._left -= 1
            threading.Thread(target=self._go_on, name=self._name, daemon=True).start()
        return await asyncio.wrap_future(done)

    def _go_on(self) -> None:
        while True:
            done, work = self._work.get()
            if done.set_running_or_notify_cancel():  # else the caller has cancelled
                try:
                    made = work()
                except BaseException as error:
                    done.set_exception(error)
                else:
                    done.set_result(made)
            del done, work
