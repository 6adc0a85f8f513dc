type RouteScripts = Readonly<{ module: string; imports?: readonly string[] }>;

declare global {
  interface Window {
    /** React Router's own, a script of its build. */
    __reactRouterManifest?: Readonly<{ routes: Readonly<Record<string, RouteScripts>> }>;
  }
}

/** Fetches the scripts of all pages, so that no tap waits for them. What cannot be had is fetched again when it is needed. */
export async function fetchPages(): Promise<void> {
  const routes = Object.values(window.__reactRouterManifest?.routes ?? {});
  const scripts = new Set(routes.flatMap(({ module, imports = [] }) => [...imports, module]));
  await Promise.allSettled([...scripts].map((script) => import(/* @vite-ignore */ script)));
}
