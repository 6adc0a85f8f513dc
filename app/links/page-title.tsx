import { PageLinks } from "./page-links.tsx";
import { useShop } from "../shop/use-shop.ts";

/** The document's title: the page, then the shop. With `path`, also the links that search engines read. */
export function PageTitle({ children, path }: { children: string; path?: string | undefined }) {
  const { name } = useShop();
  return (
    <>
      <title>{`${children} · ${name}`}</title>
      {path !== undefined && <PageLinks path={path} />}
    </>
  );
}
