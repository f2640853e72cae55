#!/bin/sh
# What the tests need beyond Python and Node.js packages: three browser engines and a PostgreSQL server.
missing=""
quicker=""
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || missing="$missing chromium"
command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing="$missing firefox-esr"
command -v WebKitWebDriver >/dev/null || missing="$missing webkit2gtk-driver"
command -v Xvfb >/dev/null || missing="$missing xvfb"
/usr/bin/python3 -c 'import gi; gi.require_version("WebKit2", "4.1")' 2>/dev/null || missing="$missing python3-gi gir1.2-webkit2-4.1"
command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v chromium-headless-shell >/dev/null || quicker=" chromium-headless-shell" # the same browser without its windows: tests do without it
[ -z "$missing$quicker" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >/dev/null; }
    echo "Installing$missing$quicker …"
    apt-get update -q >/dev/null
    [ -z "$quicker" ] || install $quicker 2>/dev/null || true
    [ -z "$missing" ] || install $missing && exit 0
fi
[ -z "$missing" ] && exit 0
echo "The tests need:$missing. Please install them and run make test again."
exit 1
