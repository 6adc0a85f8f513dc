import type { AnchorHTMLAttributes } from "react";
import { useLocation } from "react-router";
import { addresses } from "../shop/addresses.ts";
import { useNavigate, useRootData } from "../shop/shop-router.tsx";
import { isForBrowser } from "../links/shop-link.tsx";
import { changesHash, changesSearch, filterFromHash, type ChangesFilter } from "./changes-address.ts";

/** What the history notes where a link of the shop opened the changes, so that closing them can go back. */
export const linkState = "opened by a link";

/** Leads to the log of changes where the shop keeps one itself. */
export function ChangesLink({ filter = {}, children }: { filter?: ChangesFilter; children: string }) {
  const settings = useRootData()?.settings;
  if (!settings?.showsHistory || settings.productServerUrl) return null;
  return (
    <ChangesStep filter={filter} className="changes-link">
      {children}
    </ChangesStep>
  );
}

type LinkAttributes = Pick<AnchorHTMLAttributes<HTMLAnchorElement>, "children" | "className" | "lang" | "title">;
type StepProps = Readonly<{ filter: ChangesFilter }> & LinkAttributes;

/**
 * Without scripts the changes are a page of their own. A step from one view of the changes to another takes its place in
 * the history, so that one Back leaves them all.
 */
export function ChangesStep({ filter, ...link }: StepProps) {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const isOpen = filterFromHash(hash) !== undefined;
  return (
    <a
      {...link}
      href={addresses.home + changesSearch(filter, search)}
      onClick={(event) => {
        if (isForBrowser(event)) return;
        event.preventDefault();
        const options = { replace: isOpen, state: isOpen ? state : linkState, preventScrollReset: true };
        void navigate({ search, hash: changesHash(filter) }, options);
      }}
    />
  );
}
