import { createContext } from "react-router";
import type { Answer } from "../calls/product-server.ts";
import type { SearchableList } from "./server-search.ts";

/** Loads the list for a search on the server. The server sets it for each document. */
export const searchContext = createContext<() => Promise<Answer<SearchableList>>>();
