import { createContext } from "react";

/**
 * The nonce that marks our own inline styles and scripts in one rendering; undefined in the browser and in development.
 */
export const NonceContext = createContext<string | undefined>(undefined);
