/*
 * A page loads its styles before its scripts. If it has a main picture, it paints that first, and only then loads
 * scripts and the fonts of the other language, and lays out the photos and cards further down. On a slow connection
 * they would delay the picture. Links and fields work before the scripts load. docs/decisions/0009-look.md
 */

/** Limits in milliseconds: how long scripts wait after the picture is decoded, and after the document starts. */
const patienceMs = { paint: 300, picture: 1_500 };

const holdId = "picture-first";
// One card is laid out at once, for visitors who scroll early. Four delayed the first paint.
const hold = `@media (scripting: enabled) {
  .coffee-item:nth-child(n + 2), :is(.coffee-item, .around) .photo-frame { content-visibility: hidden }
  .photo-wall .photograph { background: none }
  html:lang(en) .around {
    --font-display: "Rancho", "Rancho Fallback", cursive;
    --font-text: "Raleway Variable", "Raleway Fallback", system-ui, sans-serif;
  }
  html:lang(bn) {
    --font-display: "Rancho Fallback", "Galada", cursive;
    --font-text: "Raleway Fallback", "Hind Siliguri", system-ui, sans-serif;
  }
}`;

const modulePreload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const moduleScript = /<script [^>]*type="module"[^>]*>([^]*?)<\/script>/;
const mainPicture = /<img [^>]*fetchpriority="high"/i;

/**
 * Defers the scripts of a document until its main picture is painted, or without a picture until its styles are loaded.
 * Returns also the scripts that the document inserts later.
 */
export function pictureFirst(html: string, nonce: string | undefined) {
  const [, module] = moduleScript.exec(html) ?? [];
  if (module === undefined) return { html, laterScripts: [] };
  const preloads = [...html.matchAll(modulePreload)].map(([, href]) => href);
  const scriptArguments = [preloads, module, patienceMs, holdId].map(inScript).join(",");
  const nonceAttribute = nonce ? ` nonce="${nonce}"` : "";
  const deferred = html
    .replaceAll(modulePreload, "")
    .replace("</head>", (end) =>
      mainPicture.test(html) ? `<style${nonceAttribute} id="${holdId}">${hold}</style>${end}` : end,
    )
    .replace(
      moduleScript,
      () => `<script${nonceAttribute}>(${String(startAfterPicture)})(${scriptArguments})</script>`,
    );
  return { html: deferred, laterScripts: [module] };
}

/** Serialises a value for an inline script. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Runs in the browser as an inline script, so it cannot use anything outside of the function. */
function startAfterPicture(
  preloads: readonly string[],
  module: string,
  patience: typeof patienceMs,
  styleId: string,
): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    document.getElementById(styleId)?.remove();
    for (const href of preloads)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    document.body.append(Object.assign(document.createElement("script"), { type: "module", textContent: module }));
  };
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  // Inline scripts run after the styles are loaded, so the browser can paint now.
  if (!picture) return start();
  const painted = new PerformanceObserver((list) => {
    if (list.getEntries().some((entry) => "element" in entry && entry.element === picture)) setTimeout(start);
  });
  painted.observe({ type: "largest-contentful-paint", buffered: true });
  picture.decode().then(() => setTimeout(start, patience.paint), start);
  setTimeout(start, patience.picture);
}
