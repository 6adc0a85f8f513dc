import { createContext } from "react-router";
import type { CoffeeReader } from "../product-server.ts";

/**
 * The reader through which loaders get coffees. The server sets it for each document, entry.client.tsx in the browser.
 */
export const coffeesContext = createContext<CoffeeReader>();
