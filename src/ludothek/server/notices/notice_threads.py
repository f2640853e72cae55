"""Threads for what hangs on others: the mail server, the names of hosts. There are few of them, nothing else
waits for one, and neither does a server that stops: whoever never answers holds up nobody.
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
        self._left = most  # to be started: when there is work
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
            if done.set_running_or_notify_cancel():  # else whoever wanted it has gone
                try:
                    made = work()
                except BaseException as error:
                    done.set_exception(error)
                else:
                    done.set_result(made)
            del done, work
