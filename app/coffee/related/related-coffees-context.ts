import { createContext } from "react-router";
import type { RelatedCoffees } from "./related-coffees.ts";

/** Finds related coffees on the server, if that is cheap. The server sets it for each document. */
export const relatedCoffeesContext = createContext<(id: string) => Promise<RelatedCoffees | undefined>>();
