// Keeps the page's own files, so that it opens without a network. Nothing of the API is kept here.
const SHELL = "estoc-shell-1";
const isOwn = (url) => url.origin === location.origin && (url.pathname === "/" || url.pathname.startsWith("/companion/"));

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !isOwn(new URL(request.url))) return;
  event.respondWith(newest(request));
});

/** The file from the server, and what was kept of it where there is no network. @param {Request} request */
async function newest(request) {
  const shell = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) await shell.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await shell.match(request);
    if (kept) return kept;
    throw error;
  }
}
