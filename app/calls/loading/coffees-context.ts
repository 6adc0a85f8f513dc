import { createContext } from "react-router";
import type { CoffeeReader } from "../product-server.ts";

/** Set by the server and, once its pages are alive, by the browser: loaders read coffees without asking where they run. */
export const coffeesContext = createContext<CoffeeReader>();
