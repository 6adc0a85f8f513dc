import type { AnchorHTMLAttributes } from "react";
import { useLocation } from "react-router";
import { addresses } from "../shop/addresses.ts";
import { useNavigate, useRootData } from "../shop/shop-router.tsx";
import { isForBrowser } from "../links/shop-link.tsx";
import { changesHash, changesSearch, scopeFromHash, type ChangesScope } from "./changes-address.ts";

/** What the history notes where a link of the shop opened the changes, so that closing them can go back. */
export const linkState = "opened by a link";

/** Leads to the log of changes where the shop keeps one itself. */
export function ChangesLink({ scope = {}, children }: { scope?: ChangesScope; children: string }) {
  const settings = useRootData()?.settings;
  if (!settings?.showsHistory || settings.productServerUrl) return null;
  return (
    <ChangesStep scope={scope} className="changes-link">
      {children}
    </ChangesStep>
  );
}

type LinkAttributes = Pick<AnchorHTMLAttributes<HTMLAnchorElement>, "children" | "className" | "lang" | "title">;
type StepProps = Readonly<{ scope: ChangesScope }> & LinkAttributes;

/**
 * Without scripts the changes are a page of their own. A step from one view of the changes to another takes its place in
 * the history, so that one Back leaves them all.
 */
export function ChangesStep({ scope, ...link }: StepProps) {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const isOpen = scopeFromHash(hash) !== undefined;
  return (
    <a
      {...link}
      href={addresses.home + changesSearch(scope, search)}
      onClick={(event) => {
        if (isForBrowser(event)) return;
        event.preventDefault();
        const options = { replace: isOpen, state: isOpen ? state : linkState, preventScrollReset: true };
        void navigate({ search, hash: changesHash(scope) }, options);
      }}
    />
  );
}
