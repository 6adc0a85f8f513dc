import { createContext } from "react-router";
import type { Around } from "./around-coffee.ts";

/** What stands around a coffee, where the server knows that cheaply. Set by it for each document. */
export const aroundContext = createContext<(id: string) => Promise<Around | undefined>>();
