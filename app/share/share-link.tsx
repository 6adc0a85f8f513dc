import { ShareIcon } from "../layout/icons.tsx";
import { useNotify } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import { usePageAddress } from "../links/use-page-address.ts";

/** Opens the system's share sheet for a page, or else copies its address. Without scripts it is a mailto link. */
export function ShareLink({ path, title, text }: { path: string; title: string; text: string }) {
  const url = usePageAddress(path);
  const { share } = useWords();
  const notify = useNotify();
  if (url === undefined) return null;
  const shareOrCopy = async () => {
    const outcome = await shareOrCopyPage({ title, text, url });
    if (outcome === "copied") notify({ title: share.copied, isDone: true });
    if (outcome === "neither") notify({ title: share.copyThis, words: url });
  };
  return (
    <a
      href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}
      role="button"
      className="underlined-link share-link"
      onClick={(event) => {
        event.preventDefault();
        void shareOrCopy();
      }}
      // Space presses a button, but not a link.
      onKeyDown={(event) => {
        if (event.key !== " ") return;
        event.preventDefault();
        event.currentTarget.click();
      }}
    >
      <ShareIcon />
      {share.share}
    </a>
  );
}

/** Sharing and copying need HTTPS, and a browser that supports them. */
async function shareOrCopyPage(data: Readonly<{ title: string; text: string; url: string }>) {
  if ("share" in navigator) {
    try {
      await navigator.share(data);
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
    }
  }
  try {
    await navigator.clipboard.writeText(data.url);
    return "copied";
  } catch {
    return "neither"; // the notice shows the address to copy
  }
}
