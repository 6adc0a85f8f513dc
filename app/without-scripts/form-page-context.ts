import { createContext, type ReactNode } from "react";
import type { FormView } from "./form-view.ts";

/** Renders what stands in the place of a page where there are no scripts. Only the server can, so that no browser fetches it. */
export const FormPageContext = createContext<((view: FormView) => ReactNode) | undefined>(undefined);
