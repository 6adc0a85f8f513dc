import { Link, useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";
import { changesHash, type ChangesShown } from "./changes-address.ts";

/** Leads to the log of changes where the shop keeps one itself. */
export function ChangesLink({ shown = {}, children }: { shown?: ChangesShown; children: string }) {
  const settings = useRouteLoaderData<typeof loader>("root")?.settings;
  if (!settings?.extras || settings.productServerUrl) return null;
  return (
    <Link to={changesHash(shown)} preventScrollReset className="changes-link">
      {children}
    </Link>
  );
}
