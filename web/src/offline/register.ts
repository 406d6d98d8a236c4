// Makes the page work without a network from the next visit on.

/** Registers the service worker, once the page has nothing more urgent to do. */
export function workOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => {
    // If registration fails (in a private window, at a plain http address), the page works, but not offline.
    navigator.serviceWorker.register("sw.js").catch(() => undefined);
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
