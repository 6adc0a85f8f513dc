import type { AnchorHTMLAttributes } from "react";
import { useLocation } from "react-router";
import { addresses } from "../shop/addresses.ts";
import { useNavigate, useRootData } from "../shop/shop-router.tsx";
import { isForBrowser } from "../links/shop-link.tsx";
import { linkState } from "../layout/link-state.ts";
import { changesHash, changesSearch, scopeFromHash, type ChangesScope } from "./changes-address.ts";

/** A link to the log of changes, if this shop keeps one. */
export function ChangesLink({ scope = {}, children }: { scope?: ChangesScope; children: string }) {
  const settings = useRootData()?.settings;
  if (!settings?.showsHistory || settings.productServerUrl) return null;
  return (
    <ChangesStep scope={scope} className="underlined-link">
      {children}
    </ChangesStep>
  );
}

type StepProps = Readonly<{ scope: ChangesScope }> &
  Pick<AnchorHTMLAttributes<HTMLAnchorElement>, "children" | "className" | "lang" | "title">;

/**
 * A link to a scope of the changes. Without scripts it opens them as a page. From one scope to another it replaces the
 * history entry, so that a single Back closes the dialog.
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
