import { PageLinks } from "./page-links.tsx";
import { useShop } from "../shop/use-shop.ts";

/** The document's title: what the page is, then the shop. A page with something to show has a `path` that others may link to. */
export function PageTitle({ children, path }: { children: string; path?: string | undefined }) {
  const { name } = useShop();
  return (
    <>
      <title>{`${children} · ${name}`}</title>
      {path !== undefined && <PageLinks path={path} />}
    </>
  );
}
