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
import { coffeesContext } from "./calls/loading/coffees-context.ts";
import { nextPageKey, placeInHistory, recall, remember } from "./shop/tab-memory.ts";
import { loadWords } from "./words/dictionaries.ts";

declare global {
  interface Window {
    /** React Router's own, written into the document. */
    __reactRouterContext?: { stream?: ReadableStream };
  }
}

const { reader, prefetch: ask } = coffeePrefetcher(browserProductServer());

// As the server read it; the router would complain of a path whose escapes cannot be read.
const path = readablePath(location.pathname);
if (path !== location.pathname) history.replaceState(history.state, "", path + location.search + location.hash);

// The words that the server wrote, or what comes alive would be another page. Without them the page stays as it came.
const { lang } = document.documentElement;
await loadWords(isLanguage(lang) ? lang : "en");

// The router reloads the page that it leaves where it cannot fetch the scripts of the next: that one is opened as a document.
const [from, to] = (recall(nextPageKey) ?? "").split("\n");
remember(nextPageKey, "");
if (to && from === placeInHistory()) location.replace(to);

// The document's data come as texts, and the router reads bytes. Firefox 100 cannot make one of the other by a stream.
const router = window.__reactRouterContext;
if (!("TextEncoderStream" in window)) await import("./calls/loading/text-streams.ts");
if (router) router.stream = router.stream?.pipeThrough(new TextEncoderStream());

// A press comes a few frames before its click.
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

// Listeners are called in the order in which they came, and a handler takes the turn of the one that it replaces: set later,
// it is told of Back and Forward before React Router (changes-dialog.tsx).
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
