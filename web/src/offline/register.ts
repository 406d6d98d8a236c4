// Makes the page work offline from the second visit on.

/** Registers the service worker once the page has loaded and has no more urgent work. */
export function workOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => {
    // Registration fails in private windows and at plain http addresses. The page then works, but not offline.
    navigator.serviceWorker.register("sw.js").catch(() => undefined);
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
