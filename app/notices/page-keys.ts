import { useEffect, useEffectEvent } from "react";

/** Listens for keys on the whole page, except under a dialog. `onKey` returns whether it handled the key. */
export function usePageKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const listener = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (onKey(event)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => listener(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Whether the key is Ctrl+Z. On layouts without Latin letters, the key at the position of Z counts. */
export function isUndoKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isZ = key.toLowerCase() === "z" || (code === "KeyZ" && !/^[ -~]$/.test(key));
  return isZ && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** Whether Ctrl+Z undoes typing in the target. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, [contenteditable]");
}
