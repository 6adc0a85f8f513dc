import { useEffect, useEffectEvent, useState } from "react";

/**
 * Calls `choose` with a file that is dropped anywhere on the page or pasted. Without it, a browser would leave the page
 * to show a dropped file. Returns whether files are being dragged over the page.
 */
export function useDroppedPhoto(choose: (file: File | undefined) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(choose);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener("dragover", (event) => dragOver(event), { signal });
    document.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget ?? setOver(false), { signal });
    document.addEventListener("drop", (event) => drop(event), { signal });
    document.addEventListener("paste", (event) => paste(event), { signal });
    return () => controller.abort();

    function dragOver(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    }
    function drop(event: DragEvent): void {
      setOver(false);
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      take(event.dataTransfer.files[0]);
    }
    function paste(event: ClipboardEvent): void {
      const { target, clipboardData } = event;
      const file = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"));
      // Programs such as Word copy a text with a picture of it.
      const isText = clipboardData?.types.includes("text/plain") && isTextField(target);
      if (!file || isText || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      take(file);
    }
  }, []);
  return isOver;
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea");
}
