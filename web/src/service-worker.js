// What an installed Ludothek opens without a network. Each version has a cache of its own, and answers from that alone: a page never gets files of two
// versions. A new one waits until somebody wants it. What the server says of tables is never kept: it would be stale.
const BUILD = "ludothek-__BUILD__-__PYTHON__";
const FILES = __FILES__; // from here, like all that follows
const BESIDE = []; // what `ludothek site` writes beside the pages
const SHELL = ["./", "early.js", "icon.svg", "manifest.webmanifest"];
const KEPT_WHEN_USED = /^(runtime|shelf|assets)\//; // large, or wanted by few

const root = new URL(".", location.href);

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(BUILD).then((cache) => cache.addAll([...SHELL, ...FILES, ...BESIDE].map((file) => new Request(file, { cache: "no-cache" })))),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith("ludothek-") && name !== BUILD) await caches.delete(name);
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
  else if (KEPT_WHEN_USED.test(path)) event.respondWith(keptWhenUsed(request));
});

async function kept(path, request) {
  const cache = await caches.open(BUILD);
  return (await cache.match(path)) ?? fetch(request);
}

async function keptWhenUsed(request) {
  const cache = await caches.open(BUILD);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined); // the storage may be full: then it comes again next time
  return answer;
}
