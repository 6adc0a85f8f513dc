import { createContext } from "react-router";
import type { RelatedCoffees } from "./related-coffees.ts";

/** What stands around a coffee, where the server knows that cheaply. Set by it for each document. */
export const relatedCoffeesContext = createContext<(id: string) => Promise<RelatedCoffees | undefined>>();
