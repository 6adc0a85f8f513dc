import { useEffect, useEffectEvent, useState, type ComponentType } from "react";
import { useLocation } from "react-router";
import { addresses } from "../shop/addresses.ts";
import { useNotify } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import { changesSearch, scopeFromHash, type ChangesScope } from "./changes-address.ts";

type Dialog = ComponentType<{ scope: ChangesScope }>;

/**
 * Opens the dialog of changes while the address has one of its hashes. Its code loads at the first use; if that fails,
 * a notice links to the page of changes.
 */
export function ChangesHost() {
  const { search, hash } = useLocation();
  const notify = useNotify();
  const { changes } = useWords();
  const [Dialog, setDialog] = useState<Dialog>();
  const scope = scopeFromHash(hash);
  const isWanted = scope !== undefined && !Dialog;
  const offerPage = useEffectEvent(() => {
    const address = addresses.home + changesSearch(scope ?? {}, search);
    notify({ title: changes.notOpened, action: { label: changes.heading, act: () => location.assign(address) } });
  });

  useEffect(() => {
    if (!isWanted) return;
    import("./changes-dialog.tsx").then(
      ({ ChangesDialog }) => setDialog(() => ChangesDialog),
      () => offerPage(),
    );
  }, [isWanted]);

  return scope && Dialog && <Dialog scope={scope} />;
}
