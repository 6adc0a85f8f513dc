import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { RouterContextProvider } from "react-router";
import { HydratedRouter } from "react-router/dom";
import { readablePath } from "./addresses.ts";
import { browserProductServer } from "./coffees/browser-product-server.ts";
import { coffeesContext } from "./storefront.ts";

const coffees = browserProductServer();

// As the server read it; the router would complain of a path whose escapes cannot be read.
const path = readablePath(location.pathname);
if (path !== location.pathname) history.replaceState(history.state, "", path + location.search + location.hash);

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
