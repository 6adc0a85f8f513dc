import { useEffect, useState, type ComponentType } from "react";
import { useLocation } from "react-router";
import { isPage } from "../shop/addresses.ts";
import { useNavigate } from "../shop/shop-router.tsx";

/** What the shop does without its server, fetched once the page is alive and at rest: nobody waits for it. */
export function Offline() {
  const [Desk, setDesk] = useState<ComponentType>();
  useHashRedirect();
  useEffect(() => {
    const fetchDesk = () =>
      void import("./offline-desk.tsx").then(
        ({ OfflineDesk }) => setDesk(() => OfflineDesk),
        (error: unknown) => console.error(error), // the shop is as it is without it
      );
    const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(fetchDesk);
    if (document.readyState === "complete") whenIdle();
    else addEventListener("load", whenIdle, { once: true });
    return () => removeEventListener("load", whenIdle);
  }, []);
  return Desk && <Desk />;
}

/** Goes on to the page for which the service worker gave home, since it was seen within the shop alone. */
function useHashRedirect(): void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const path = hash.startsWith("#/") && isPage(hash.slice(1)) ? hash.slice(1) : undefined;
  useEffect(() => {
    if (path) void navigate({ pathname: path, search }, { replace: true });
  }, [path, search, navigate]);
}
