/*
 * A page with a main picture shows it before it fetches its scripts. All of them are small beside the line of a cheap
 * phone, and the picture is what the visitor came for; links and fields work before the scripts are there.
 * docs/decisions/0009-look.md
 */

/** The scripts start without the picture after this long. */
const patienceMs = 1_500;

const modulePreload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const moduleScript = /<script [^>]*type="module"[^>]*>([^]*?)<\/script>/;
const mainPicture = /<img [^>]*fetchpriority="high"/i;

/** The document `html` with its scripts put off until the main picture is painted; as it is, where there is none. */
export function pictureFirst(html: string, nonce: string | undefined): string {
  const [, module] = moduleScript.exec(html) ?? [];
  if (module === undefined || !mainPicture.test(html)) return html;
  const preloads = [...html.matchAll(modulePreload)].map(([, href]) => href);
  const starter = `(${String(startAfterPicture)})(${inScript(preloads)},${inScript(module)},${inScript(nonce)},${patienceMs})`;
  return html
    .replaceAll(modulePreload, "")
    .replace(moduleScript, () => `<script${nonce ? ` nonce="${nonce}"` : ""}>${starter}</script>`);
}

/** A value as a script in a document can hold it. */
function inScript(value: unknown): string {
  return JSON.stringify(value ?? null).replaceAll("<", "\\u003c");
}

/** Runs in the browser, from its own text: it can use nothing from around it. */
function startAfterPicture(preloads: readonly string[], module: string, nonce: string | null, patience: number): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const href of preloads) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
    const script = Object.assign(document.createElement("script"), { type: "module", textContent: module });
    if (nonce) script.nonce = nonce;
    document.body.append(script);
  };
  const afterPaint = () => requestAnimationFrame(() => setTimeout(start));
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  picture?.decode().then(afterPaint, start);
  setTimeout(start, patience);
}
