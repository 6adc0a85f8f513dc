import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { RouterContextProvider } from "react-router";
import { HydratedRouter } from "react-router/dom";
import { browserProductServer } from "./coffees/browser-product-server.ts";
import { coffeesContext } from "./storefront.ts";

const coffees = browserProductServer();

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
