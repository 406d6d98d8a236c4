// Makes the page work without a network from the next visit on.

/** Registers the service worker, once the page has nothing more urgent to do. */
export function workOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => {
    // Without it (a private window, a plain http address) the page works as well, only not offline.
    navigator.serviceWorker.register("sw.js").catch(() => undefined);
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
