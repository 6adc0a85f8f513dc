import { createContext } from "react";

/** What names the inline styles and scripts of one document as ours; undefined where no policy asks for it. */
export const NonceContext = createContext<string | undefined>(undefined);
