import { useEffect, useState, type ComponentProps, type ComponentType } from "react";
import { useLocation } from "react-router";
import { isForBrowser } from "../../links/shop-link.tsx";
import { SearchIcon } from "../../layout/icons.tsx";
import { linkState } from "../../layout/link-state.ts";
import { useNavigate } from "../../shop/shop-router.tsx";
import { useWords } from "../../words/words.tsx";
import type { LargePhotoDialog } from "./large-photo-dialog.tsx";

type DialogProps = ComponentProps<typeof LargePhotoDialog>;

/** The hash of a coffee's page while its photo is large. */
export const largePhotoHash = "#photo";

/**
 * Covers a coffee's photo with a link that shows it large, in a dialog with an address of its own. Without scripts the
 * link leads to the picture at `source`. The dialog's code loads at the first use.
 */
export function LargePhotoLink({ source, ...photo }: DialogProps & Readonly<{ source: string }>) {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { coffee } = useWords();
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>();
  const isOpen = hash === largePhotoHash;
  useEffect(() => {
    if (!isOpen) return;
    import("./large-photo-dialog.tsx").then(
      ({ LargePhotoDialog: Loaded }) => setDialog(() => Loaded),
      (error: unknown) => console.error(error), // the link still leads to the picture in another tab
    );
  }, [isOpen]);
  return (
    <>
      <a
        // Browsers open no data address in a tab.
        href={source.startsWith("data:") ? largePhotoHash : source}
        rel="noreferrer"
        className="large-photo-link"
        aria-label={coffee.enlarge}
        title={coffee.enlarge}
        onClick={(event) => {
          if (isForBrowser(event)) return;
          event.preventDefault();
          void navigate({ search, hash: largePhotoHash }, { state: linkState, preventScrollReset: true });
        }}
      >
        <SearchIcon />
      </a>
      {isOpen && Dialog && <Dialog {...photo} />}
    </>
  );
}
