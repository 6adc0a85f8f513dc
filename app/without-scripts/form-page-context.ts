import { createContext, type ReactNode } from "react";
import type { FormView } from "./form-view.ts";

/** Renders a page that exists only without scripts. The server sets it, so browsers never load its code. */
export const FormPageContext = createContext<((view: FormView) => ReactNode) | undefined>(undefined);
