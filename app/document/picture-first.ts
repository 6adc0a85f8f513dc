/*
 * A page fetches its styles before its scripts. A page with a main picture paints that picture before it fetches its scripts
 * and the faces of the few words below that are in the other language, and before it lays out the photos and all but one of
 * the cards below. On the line of a cheap phone all of these would delay what the visitor came for. Links and fields work
 * before the scripts are there.
 * docs/decisions/0009-look.md
 */

/** In milliseconds: from a ready picture to the start of the scripts, and from the document to their start at the latest. */
const patienceMs = { paint: 300, picture: 1_500 };

const holdId = "picture-first";
// One card without its photo is quick to lay out, and there for whoever scrolls at once; four held up the first paint.
const hold = `@media (scripting: enabled) {
  .coffee-item:nth-child(n + 2), :is(.coffee-item, .around) .photo-frame { content-visibility: hidden }
  .photo-grid .photograph { background: none }
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

/** A document, and the scripts that it will put into itself. */
type DeferredDocument = Readonly<{ html: string; laterScripts: readonly string[] }>;

/** Defers the scripts of the document `html` until its main picture is painted, or until its styles are there if it has none. */
export function pictureFirst(html: string, nonce: string | undefined): DeferredDocument {
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

/** A value as a script in a document can hold it. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Runs in the browser, from its own text: it can use nothing from around it. */
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
  // The browser runs this once it has the styles, and so can paint.
  if (!picture) return start();
  const painted = new PerformanceObserver((list) => {
    if (list.getEntries().some((entry) => "element" in entry && entry.element === picture)) setTimeout(start);
  });
  painted.observe({ type: "largest-contentful-paint", buffered: true });
  picture.decode().then(() => setTimeout(start, patience.paint), start);
  setTimeout(start, patience.picture);
}
