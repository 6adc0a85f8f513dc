declare global {
  interface Window {
    /** React Router's own, a script of its build. */
    __reactRouterManifest?: Readonly<{ routes: Readonly<Record<string, Readonly<{ module: string }>>> }>;
  }
}

/** Fetches the scripts of all pages, so that no tap waits for one. What cannot be had now is fetched when it is needed. */
export async function fetchPages(): Promise<void> {
  const modules = Object.values(window.__reactRouterManifest?.routes ?? {}).map((route) => route.module);
  await Promise.allSettled(modules.map((module) => import(/* @vite-ignore */ module)));
}
