// Caches the page and the engine of one build, so that the page opens without a network.
//
// A new build is stored separately, and takes over when the last page of the old build is closed. So files of two
// builds are never mixed.
/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;

/** The files of the page and a hash of their contents, both inserted by the build. */
declare const FILES: string[];
declare const VERSION: string;

// The engine is built separately from the page. Its build sets `engineVersion`.
let engineVersion = "";
try {
  self.importScripts("engine-version.js");
  engineVersion = (self as unknown as { engineVersion: string }).engineVersion;
} catch {
  // Without an engine in its build, the page uses the engine of its server.
}

const KEPT = `cluewright-${VERSION}-${engineVersion}`;
const address = (file: string): string => new URL(file, self.registration.scope).href;
const hasEngine = engineVersion !== "";
const kept = new Set(["./", ...FILES, ...(hasEngine ? ["cluewright.wasm"] : [])].map(address));

/** Returns the address under which a file is cached, without query, fragment and `index.html`. */
function plain(wanted: string): string {
  const url = new URL(wanted);
  url.search = "";
  url.hash = "";
  return url.href.replace(/\/index\.html$/, "/");
}

self.addEventListener("install", (event) => {
  // Revalidate the files, because the browser's HTTP cache may contain those of an older build.
  const fresh = [...kept].map((url) => new Request(url, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const forget = async (): Promise<void> => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("cluewright-") && name !== KEPT).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = plain(request.url);
  if (request.method !== "GET" || !kept.has(url)) return;
  const find = async (): Promise<Response> => {
    const cache = await caches.open(KEPT);
    // Without an engine, the page comes from a local server. The server is tried first, because another program may
    // be using the same address by now.
    if (!hasEngine) return fetch(request).catch(async () => (await cache.match(url)) ?? Response.error());
    return (await cache.match(url)) ?? fetch(request);
  };
  event.respondWith(find());
});

export {};
