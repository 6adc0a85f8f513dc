type RouteScripts = Readonly<{ module: string; imports?: readonly string[] }>;

declare global {
  interface Window {
    /** React Router's own, a script of its build. */
    __reactRouterManifest?: Readonly<{ routes: Readonly<Record<string, RouteScripts>> }>;
  }
}

/**
 * Fetches the scripts of all pages once the visitor scrolls or comes upon a link: whoever only looks at a page fetches no
 * other. What it gives takes that back.
 */
export function fetchPagesAtFirstSign(): () => void {
  const over = new AbortController();
  const begin = ({ type, target }: Event) => {
    if (type !== "scroll" && !(target instanceof Element && target.closest("a"))) return;
    over.abort();
    if ("requestIdleCallback" in window) requestIdleCallback(fetchPages, { timeout: 1_000 });
    else setTimeout(fetchPages);
  };
  for (const sign of ["scroll", "pointerover", "focusin"])
    addEventListener(sign, begin, { passive: true, signal: over.signal });
  return () => over.abort();
}

/** Fetches the scripts of all pages, so that no tap waits for them. What cannot be had is fetched again when it is needed. */
export function fetchPages(): void {
  const routes = Object.values(window.__reactRouterManifest?.routes ?? {});
  const scripts = new Set(routes.flatMap(({ module, imports = [] }) => [...imports, module]));
  void Promise.allSettled([...scripts].map((script) => import(/* @vite-ignore */ script)));
}
