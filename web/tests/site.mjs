// Runs a web server for tests, and a browser to open its pages.
import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/**
 * Serves web/dist under a path, as GitHub Pages does. `extra` maps names to the texts of further scripts; null means
 * that the file does not exist. Returns the address of the page, and a function that stops the server.
 */
export async function site(extra = {}) {
  const dist = fileURLToPath(new URL("../dist/", import.meta.url));
  const server = createServer(async (request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/^\/cluewright\//, "") || "index.html";
    if (extra[name] === null) return response.writeHead(404).end();
    if (name in extra) return response.writeHead(200, { "content-type": TYPES[".js"] }).end(extra[name]);
    const file = join(dist, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-length": found.size });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { address: `http://127.0.0.1:${server.address().port}/cluewright/`, close };
}

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Returns a fresh browser context, and a function that closes it. */
export async function browser(options = {}) {
  const profile = await mkdtemp(join(tmpdir(), "cluewright-browser-"));
  const executablePath = process.env.CLUEWRIGHT_CHROMIUM ?? "/usr/bin/chromium";
  const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args: FLAGS, viewport: { width: 1280, height: 860 }, ...options });
  const close = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { context, close };
}
