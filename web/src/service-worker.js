// What an installed Ludothek opens without a network. Each version has a cache of its own, and answers from that alone: a page never gets files of two
// versions. A new one waits until somebody wants it. What the server says of tables is never kept: it would be stale.
const root = new URL(".", location.href);
const OURS = `ludothek-${root.pathname}-`; // another path of the same host may hold another Ludothek
const BUILD = `${OURS}__BUILD__-__PYTHON__`;
const FILES = __FILES__; // from here, like all that follows
const BESIDE = ["__BESIDE__"]; // what is said of the games
const RUNTIME = [...__RUNTIME__, "__PYTHON__"]; // what tables on this device need
const SHELL = ["./", "early.js", "icon.svg", "manifest.webmanifest"];
const KEPT_WHEN_USED = /^(runtime|shelf|assets)\//; // large, or wanted by few

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));

/** Everything, or this version is not there. One after the other: whoever opens a table meanwhile needs the line more. Whoever could play without a
 * network can do so after it too. */
async function fetchAll() {
  const before = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== BUILD);
  const [cache, ...older] = await Promise.all([BUILD, ...before].map((name) => caches.open(name)));
  const had = (await Promise.all(older.map((one) => one.keys()))).flat().some(({ url }) => url.startsWith(`${root.href}runtime/`));
  for (const file of [...SHELL, ...FILES, ...BESIDE]) await cache.add(new Request(file, { cache: "no-cache" }));
  for (const file of had ? RUNTIME : []) {
    const kept = await Promise.all(older.map((one) => one.match(file))); // named by its content, so that it is the same
    const known = kept.find((answer) => answer);
    await (known ? cache.put(file, known) : cache.add(file));
  }
}

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== BUILD) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(root.href)) return;
  const path = url.href.slice(root.href.length).replace(/[?#].*$/, "");
  if (request.mode === "navigate") {
    if (!/^(api|schema|health)(\/|$)/.test(path)) event.respondWith(kept("./", request));
  } else if ([...SHELL, ...FILES, ...BESIDE].includes(path)) event.respondWith(kept(path, request));
  else if (KEPT_WHEN_USED.test(path)) event.respondWith(keptWhenUsed(event));
});

// Somebody's turn: said once for each table, until they have seen it.
self.addEventListener("push", (event) => {
  const { title, body, path, tag, stop, stopLabel } = event.data.json();
  const actions = stop ? [{ action: "stop", title: stopLabel }] : [];
  event.waitUntil(self.registration.showNotification(title, { body, tag, actions, icon: "icon-192.png", data: { path, stop } }));
});

self.addEventListener("notificationclick", (event) => {
  const { path, stop } = event.notification.data;
  event.notification.close();
  if (event.action === "stop") event.waitUntil(fetch(new URL(`api/calls/stop?pass=${encodeURIComponent(stop)}`, root), { method: "POST" }));
  else event.waitUntil(shown(new URL(path.slice(1), root).href));
});

/** The page that is open there already, else a new one. */
async function shown(address) {
  const open = await self.clients.matchAll({ type: "window" });
  const there = open.find((client) => client.url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}

async function kept(path, request) {
  const cache = await caches.open(BUILD);
  return (await cache.match(path)) ?? fetch(request);
}

/** Whoever uses it does not wait until it is kept. */
async function keptWhenUsed(event) {
  const { request } = event;
  const cache = await caches.open(BUILD);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) event.waitUntil(cache.put(request, answer.clone()).catch(() => undefined)); // the storage may be full: then it comes again next time
  return answer;
}
