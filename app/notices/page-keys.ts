import { useEffect, useEffectEvent } from "react";

/** Keys for the whole page, save where a dialog covers it; `onKey` says whether it took the key for itself. */
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

/** Where the layout's letters are none of ASCII's, the key counts that is Z on those that have it. */
export function isUndoKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isZ = key.toLowerCase() === "z" || (code === "KeyZ" && !/^[ -~]$/.test(key));
  return isZ && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** There, Ctrl+Z undoes typing. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, [contenteditable]");
}
