import { createContext } from "react-router";
import type { Answer } from "../calls/product-server.ts";
import type { SearchableList } from "./server-search.ts";

/** The list for a search on the server. Set by it for each document. */
export const searchContext = createContext<() => Promise<Answer<SearchableList>>>();
