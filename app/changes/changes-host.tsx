import { useEffect, useEffectEvent, useState, type ComponentType } from "react";
import { useLocation } from "react-router";
import { useNotify } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import { changesShown, type ChangesShown } from "./changes-address.ts";

type Dialog = ComponentType<{ shown: ChangesShown }>;

/** Opens the dialog of changes while the address ends in one of its hashes. Its code is fetched when it first does so. */
export function ChangesHost() {
  const { hash } = useLocation();
  const notify = useNotify();
  const { changes, notices } = useWords();
  const tellUnopened = useEffectEvent(() => notify({ title: changes.notOpened, advice: notices.reload }));
  const [Dialog, setDialog] = useState<Dialog>();
  const shown = changesShown(hash);
  const isWanted = shown !== undefined && !Dialog;

  useEffect(() => {
    if (!isWanted) return;
    import("./changes-dialog.tsx").then(
      ({ ChangesDialog }) => setDialog(() => ChangesDialog),
      () => tellUnopened(),
    );
  }, [isWanted]);

  return shown && Dialog && <Dialog shown={shown} />;
}
