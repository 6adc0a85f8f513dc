import { createContext } from "react";

/** What tells the inline styles and scripts of one rendering as ours; undefined in the browser, and where no policy asks for it. */
export const NonceContext = createContext<string | undefined>(undefined);
