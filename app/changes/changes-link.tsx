import { Link, useLocation, useRouteLoaderData, type LinkProps } from "react-router";
import { NeedsScripts } from "../layout/needs-scripts.tsx";
import type { loader } from "../root.tsx";
import { useWords } from "../words/words.tsx";
import { changesHash, changesShown, type ChangesShown } from "./changes-address.ts";

/** What the history notes where a link of the shop opened the changes, so that closing them can go back. */
export const openedByLink = "opened by a link";

/** Leads to the log of changes where the shop keeps one itself. */
export function ChangesLink({ shown = {}, children }: { shown?: ChangesShown; children: string }) {
  const { changes } = useWords();
  const settings = useRouteLoaderData<typeof loader>("root")?.settings;
  if (!settings?.showsHistory || settings.productServerUrl) return null;
  return (
    <>
      <StepToChanges shown={shown} className="changes-link">
        {children}
      </StepToChanges>
      <NeedsScripts>{changes.needsScripts}</NeedsScripts>
    </>
  );
}

type StepProps = Readonly<{ shown: ChangesShown }> & Pick<LinkProps, "children" | "className" | "lang" | "title">;

/** A step from one view of the changes to another takes its place in the history, so that one Back leaves them all. */
export function StepToChanges({ shown, ...link }: StepProps) {
  const { search, hash, state } = useLocation();
  const isOpen = changesShown(hash) !== undefined;
  return (
    <Link
      {...link}
      to={{ search, hash: changesHash(shown) }}
      replace={isOpen}
      state={isOpen ? state : openedByLink}
      preventScrollReset
    />
  );
}
