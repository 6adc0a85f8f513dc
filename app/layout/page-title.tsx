import { useShop } from "../use-shop.ts";

/** The document's title: what the page is, then the shop. */
export function PageTitle({ children }: { children: string }) {
  const { name } = useShop();
  return <title>{`${children} · ${name}`}</title>;
}
