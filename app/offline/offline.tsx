import { useEffect, useState, type ComponentType } from "react";
import { useLocation } from "react-router";
import { isPage } from "../shop/addresses.ts";
import { useNavigate } from "../shop/shop-router.tsx";

/** Loads the offline features when the page is idle. */
export function Offline() {
  const [Desk, setDesk] = useState<ComponentType>();
  useHashRedirect();
  useEffect(() => {
    const fetchDesk = () =>
      void import("./offline-desk.tsx").then(
        ({ OfflineDesk }) => setDesk(() => OfflineDesk),
        (error: unknown) => console.error(error), // the shop works without it
      );
    const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(fetchDesk);
    if (document.readyState === "complete") whenIdle();
    else addEventListener("load", whenIdle, { once: true });
    return () => removeEventListener("load", whenIdle);
  }, []);
  return Desk && <Desk />;
}

/**
 * Opens the page in the hash. The service worker redirects to home with such a hash if it has a page's coffee but not
 * its document.
 */
function useHashRedirect(): void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const path = hash.startsWith("#/") && isPage(hash.slice(1)) ? hash.slice(1) : undefined;
  useEffect(() => {
    if (path) void navigate({ pathname: path, search }, { replace: true });
  }, [path, search, navigate]);
}
