import { createContext } from "react";
import type { ServerSearchResult } from "./server-search.ts";

/** What the server found for the query of the first document; undefined if the document has no query. */
export const ServerResultContext = createContext<ServerSearchResult | undefined>(undefined);
