import { useEffect, useState, type ComponentType } from "react";
import { useLocation } from "react-router";
import { useNotify } from "../notices/notices.tsx";
import { changesShown, type ChangesShown } from "./changes-address.ts";

type Dialog = ComponentType<{ shown: ChangesShown }>;

/** Opens the dialog of changes while the address ends in one of its hashes. Its code is fetched when it first does so. */
export function ChangesHost() {
  const { hash } = useLocation();
  const notify = useNotify();
  const [Dialog, setDialog] = useState<Dialog>();
  const shown = changesShown(hash);
  const isWanted = shown !== undefined && !Dialog;

  useEffect(() => {
    if (!isWanted) return;
    import("./changes-dialog.tsx").then(
      ({ ChangesDialog }) => setDialog(() => ChangesDialog),
      () => notify({ title: "The changes could not be opened.", advice: "Reload the page to try again." }),
    );
  }, [isWanted, notify]);

  return shown && Dialog && <Dialog shown={shown} />;
}
