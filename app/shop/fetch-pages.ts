type RouteScripts = Readonly<{ module: string; imports?: readonly string[] }>;

declare global {
  interface Window {
    /** React Router's list of routes, set by a script of its build. */
    __reactRouterManifest?: Readonly<{ routes: Readonly<Record<string, RouteScripts>> }>;
    /** React Router's cache of loaded route modules, by route id. */
    __reactRouterRouteModules?: Record<string, unknown>;
  }
}

/**
 * Prefetches the scripts of all pages at the first scroll, or hover or focus of a link. Until then only the current
 * page's scripts load. Returns a function that removes the listeners.
 */
export function fetchPagesOnFirstInput(): () => void {
  const controller = new AbortController();
  const begin = ({ type, target }: Event) => {
    if (type !== "scroll" && !(target instanceof Element && target.closest("a"))) return;
    controller.abort();
    if ("requestIdleCallback" in window) requestIdleCallback(fetchPages, { timeout: 1_000 });
    else setTimeout(fetchPages);
  };
  for (const sign of ["scroll", "pointerover", "focusin"])
    addEventListener(sign, begin, { passive: true, signal: controller.signal });
  return () => controller.abort();
}

/**
 * Fetches the scripts of all pages in parallel, and hands the modules to React Router, whose own import would delay the
 * tap that needs them. If a fetch fails, React Router fetches that script when it needs it.
 */
export function fetchPages(): void {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: loaded = {} } = window;
  for (const [id, { module, imports = [] }] of Object.entries(manifest?.routes ?? {})) {
    if (id in loaded) continue;
    const scripts = [module, ...imports].map((script) => import(/* @vite-ignore */ script));
    void Promise.all(scripts).then(
      ([page]) => (loaded[id] ??= page),
      () => {},
    );
  }
}
