#!/usr/bin/python3
"""A bare WebKitGTK window, as narrow as a phone, for WebKitWebDriver; stores data in a given folder.

WebKit's own MiniBrowser is never narrower than its toolbar and keeps no storage. Runs with Debian's Python:
packages python3-gi and gir1.2-webkit2-4.1.
"""

import argparse
import signal
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--language", default="de-DE")
parser.add_argument("--script", help="runs before those of every page")
parser.add_argument("--size", default="390x844")
parser.add_argument("--storage", metavar="FOLDER")
given = parser.parse_args()

storage = (
    WebKit2.WebsiteDataManager(
        base_data_directory=given.storage, base_cache_directory=f"{given.storage}/cache"
    )
    if given.storage
    else WebKit2.WebsiteDataManager(is_ephemeral=True)
)
context = WebKit2.WebContext(website_data_manager=storage)
context.set_preferred_languages([given.language])
context.set_automation_allowed(True)


def new_view(_session: Any) -> Any:
    view = WebKit2.WebView(
        web_context=context,
        is_controlled_by_automation=True,
        automation_presentation_type=WebKit2.AutomationBrowsingContextPresentation.WINDOW,
    )
    if given.script:
        top, start = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
        view.get_user_content_manager().add_script(
            WebKit2.UserScript.new(given.script, top, start, None, None)
        )
    settings = view.get_settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window(decorated=False)
    window.set_default_size(*map(int, given.size.split("x")))
    window.add(view)
    view.connect("permission-request", lambda _, request: (request.allow(), True)[1])
    view.connect("close", lambda _: window.destroy())
    window.show_all()
    view.grab_focus()
    return view


def describe(_context: Any, session: Any) -> None:
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit_host")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", new_view)


Gtk.Settings.get_default().set_property("gtk-enable-animations", False)  # prefers-reduced-motion
context.connect("automation-started", describe)
loop = GLib.MainLoop()
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, loop.quit)
loop.run()
