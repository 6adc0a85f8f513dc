/* oxlint-disable unicorn/prefer-add-event-listener -- entry.client.tsx holds the turn of `onpopstate` before React Router */

import { useEffect, useEffectEvent, useLayoutEffect, useRef, type SyntheticEvent } from "react";
import { useLocation } from "react-router";
import { useNavigate } from "../shop/shop-router.tsx";
import { linkState } from "./link-state.ts";

/** A dialog that is open while the address has a hash for which `isOpenAt` is true. Back closes it. */
export function useHashDialog(isOpenAt: (hash: string) => boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();

  // A dialog returns the focus to where it was only if it closes before it leaves the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const onClose = ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    const { isConnected, open } = currentTarget;
    if (target !== currentTarget || !isConnected || open) return; // the address has already changed
    if (state === linkState) void navigate(-1);
    else void navigate({ search, hash: "" }, { replace: true, preventScrollReset: true });
  };

  // React Router animates a Back to a page that View left, even if the page stays, and loses a tap during the
  // animation. So this handler stops a Back that only closes the dialog, and replaces the address. React Router stores
  // a page's state in `usr`.
  const closeInPlace = useEffectEvent((event: PopStateEvent) => {
    if (location.pathname !== pathname || location.search !== search || isOpenAt(location.hash)) return;
    event.stopImmediatePropagation();
    const { usr: stateBefore }: { usr?: unknown } = event.state ?? {};
    void navigate({ search, hash: location.hash }, { replace: true, state: stateBefore, preventScrollReset: true });
  });

  useEffect(() => {
    window.onpopstate = (event) => closeInPlace(event);
    return () => {
      window.onpopstate = () => {};
    };
  }, []);

  return { dialog, onClose };
}
