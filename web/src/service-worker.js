// Offline support of an installed Ludothek. Each version has a cache of its own and answers from that alone, so
// that a page never mixes files of two versions. A new version waits until the person applies it. Responses
// about tables are never cached: they would be stale.
const root = new URL(".", location.href);
const OURS = `ludothek-${root.pathname}-`; // another path of the same host may serve another Ludothek
const BUILD = `${OURS}__BUILD__-__PYTHON__`;
const FILES = __FILES__; // relative to the root, like the lists below
const BESIDE = ["__BESIDE__"]; // static files about the games
const RUNTIME = [...__RUNTIME__, "__PYTHON__"]; // for tables on this device
const SHELL = ["./", "early.js", "icon.svg", "manifest.webmanifest"];
const KEPT_WHEN_USED = /^(runtime|shelf|assets)\//; // large, or rarely needed

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));

/**
 * Download all files, or fail the installation. Sequentially, as a table that is opened meanwhile needs the
 * bandwidth more. If the previous version could play offline, this one can, too.
 */
async function fetchAll() {
  const before = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== BUILD);
  const [cache, ...older] = await Promise.all([BUILD, ...before].map((name) => caches.open(name)));
  const had = (await Promise.all(older.map((one) => one.keys()))).flat().some(({ url }) => url.startsWith(`${root.href}runtime/`));
  for (const file of [...SHELL, ...FILES, ...BESIDE]) await cache.add(new Request(file, { cache: "no-cache" }));
  for (const file of had ? RUNTIME : []) {
    const kept = await Promise.all(older.map((one) => one.match(file))); // the name includes a content hash
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

// Notify the person of their turn: one notification per table, until they have seen it.
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

/** Focus the page that shows this address, or open a new one. */
async function shown(address) {
  const open = await self.clients.matchAll({ type: "window" });
  const there = open.find((client) => client.url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}

async function kept(path, request) {
  const cache = await caches.open(BUILD);
  return (await cache.match(path)) ?? fetch(request);
}

/** Cache on first use, without delaying the response. */
async function keptWhenUsed(event) {
  const { request } = event;
  const cache = await caches.open(BUILD);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) event.waitUntil(cache.put(request, answer.clone()).catch(() => undefined)); // storage may be full: downloaded again next time
  return answer;
}
