import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { RouterContextProvider } from "react-router";
import { HydratedRouter } from "react-router/dom";
import { readablePath } from "./shop/addresses.ts";
import { coffeePrefetcher } from "./calls/loading/coffee-prefetcher.ts";
import { browserProductServer } from "./calls/browser-product-server.ts";
import { yieldToMain } from "./calls/yield-to-main.ts";
import { isLanguage } from "../catalogue/language.ts";
import { fetchPages } from "./shop/fetch-pages.ts";
import { PrepareContext } from "./shop/shop-router.tsx";
import { coffeesContext } from "./calls/loading/load-coffee.ts";
import { nextPageKey, placeInHistory, recall, remember } from "./shop/tab-memory.ts";
import { loadWords } from "./words/dictionaries.ts";

declare global {
  interface Window {
    /** Set by React Router's script in the document. */
    __reactRouterContext?: { stream?: ReadableStream };
  }
}

const { reader, prefetch: ask } = coffeePrefetcher(browserProductServer());

// Use the path as the server read it: React Router throws on malformed escapes.
const path = readablePath(location.pathname);
if (path !== location.pathname) history.replaceState(history.state, "", path + location.search + location.hash);

// Hydration needs the dictionary of the document's language. If it cannot be loaded, the page stays as the server sent
// it.
const { lang } = document.documentElement;
await loadWords(isLanguage(lang) ? lang : "en");

// If the scripts of the next page failed to load, React Router reloaded the old page. Open the next page as a document.
const [from, to] = (recall(nextPageKey) ?? "").split("\n");
remember(nextPageKey, "");
if (to && from === placeInHistory()) location.replace(to);

// The document's data is a stream of text, and React Router reads bytes. Firefox before 105 lacks TextEncoderStream.
const router = window.__reactRouterContext;
if (!("TextEncoderStream" in window)) await import("./calls/loading/text-streams.ts");
if (router) router.stream = router.stream?.pipeThrough(new TextEncoderStream());

// A pointerdown event precedes its click by a few frames, so prefetch then.
addEventListener("pointerdown", ({ target, button }) => {
  const link = target instanceof Element && button === 0 && target.closest("a");
  if (link && link.origin === location.origin) void ask(link.pathname);
});

/** Notes the target of a navigation, prefetches what its page needs, and waits for its coffee. */
const prepare = async ({ pathname, search }: URL) => {
  // root.tsx notes it too, but only after it renders, and a script may fail before that.
  remember(nextPageKey, `${placeInHistory()}\n${pathname + search}`);
  fetchPages();
  await Promise.all([ask(pathname), yieldToMain()]);
};

// Reserve a listener before React Router adds its own: changes-dialog.tsx replaces this handler, and then gets Back and
// Forward before React Router does.
// oxlint-disable-next-line unicorn/prefer-add-event-listener
window.onpopstate = () => {};
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PrepareContext value={prepare}>
        <HydratedRouter
          // Renders the next page in one task. React would slice a transition, and on a slow phone that takes longer.
          useTransitions={false}
          getContext={() => {
            const context = new RouterContextProvider();
            context.set(coffeesContext, reader);
            return context;
          }}
        />
      </PrepareContext>
    </StrictMode>,
  );
});
