import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { RouterContextProvider } from "react-router";
import { HydratedRouter } from "react-router/dom";
import { readablePath } from "./addresses.ts";
import { browserProductServer } from "./coffees/browser-product-server.ts";
import { isLanguage } from "../catalogue/language.ts";
import { coffeesContext } from "./storefront.ts";
import { loadWords } from "./words/dictionaries.ts";

const coffees = browserProductServer();

// As the server read it; the router would complain of a path whose escapes cannot be read.
const path = readablePath(location.pathname);
if (path !== location.pathname) history.replaceState(history.state, "", path + location.search + location.hash);

// The words that the server wrote, or what comes alive would be another page.
const { lang } = document.documentElement;
await loadWords(isLanguage(lang) ? lang : "en").catch((error: unknown) => console.error(error));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter
        getContext={() => {
          const context = new RouterContextProvider();
          context.set(coffeesContext, coffees);
          return context;
        }}
      />
    </StrictMode>,
  );
});
