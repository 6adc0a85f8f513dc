import type { AnchorHTMLAttributes, MouseEvent } from "react";
import type { NavigateOptions } from "react-router";
import { useLinkSearch, useNavigate } from "../shop/shop-router.tsx";

type ShopLinkProps = Readonly<{
  to: string;
  /** The query with its hash. By default the link only keeps the page's language. */
  search?: string;
}> &
  Pick<NavigateOptions, "state" | "replace" | "preventScrollReset"> &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">;

/** A link to another page of the shop. It never re-renders during a navigation. */
export function ShopLink({ to, search, onClick, ...props }: ShopLinkProps) {
  const { state, replace, preventScrollReset, ...attributes } = props;
  const linkSearch = useLinkSearch();
  const navigate = useNavigate();
  const href = to + (search ?? linkSearch);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    // As in a browser, a link to the current address adds no history entry.
    const isHere = event.currentTarget.href === location.href;
    void navigate(href, { state, replace: replace ?? isHere, preventScrollReset });
  };
  return <a {...attributes} href={href} onClick={follow} />;
}

/** Whether the browser must handle the click: it opens a tab or window, or downloads. */
export function isForBrowser({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey;
}
