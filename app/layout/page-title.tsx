import { useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";

/** The document's title: what the page is, then the shop. */
export function PageTitle({ children }: { children: string }) {
  const shopName = useRouteLoaderData<typeof loader>("root")?.settings.shop.name;
  return <title>{`${children} · ${shopName}`}</title>;
}
