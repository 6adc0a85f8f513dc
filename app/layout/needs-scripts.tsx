import { useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";

/** Stands beside what cannot work where scripts are off, and is seen only there. With extras off there is none. */
export function NeedsScripts({ children }: { children: string }) {
  const extras = useRouteLoaderData<typeof loader>("root")?.settings.extras;
  return (
    extras && (
      <noscript>
        <span className="needs-scripts">{children}</span>
      </noscript>
    )
  );
}
