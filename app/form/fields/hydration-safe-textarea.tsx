import { useLayoutEffect, useRef, useState, useSyncExternalStore, type ComponentProps } from "react";

type HydrationSafeTextareaProps = ComponentProps<"textarea"> & Readonly<{ name: string; start: string }>;

/**
 * A textarea that keeps what was typed before the page came alive. React writes a textarea's first text over it; inputs
 * it leaves alone.
 */
export function HydrationSafeTextarea({ name, start, ...rest }: HydrationSafeTextareaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const isHydrating = useSyncExternalStore(subscribeToNothing, afterHydration, duringHydration);
  const [earlyText] = useState(() => (isHydrating ? textInDocument(name) : undefined));
  useLayoutEffect(() => {
    if (area.current && earlyText !== undefined) area.current.value = earlyText;
  }, [earlyText]);
  return (
    <textarea
      {...rest}
      ref={area}
      name={name}
      defaultValue={start}
      rows={4}
      onInput={({ currentTarget }) => grow(currentTarget)}
    />
  );
}

/** Not every browser has `field-sizing`, by which the text makes its field higher. */
function grow(area: HTMLTextAreaElement): void {
  const { scrollHeight, clientHeight, offsetHeight } = area;
  if (scrollHeight > clientHeight && !CSS.supports("field-sizing", "content"))
    area.style.height = `${scrollHeight + offsetHeight - clientHeight}px`;
}

const subscribeToNothing = () => () => {};
const afterHydration = () => false;
const duringHydration = () => true;

/** What stands in the document that the server sent; nothing while the server renders it. */
function textInDocument(name: string): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`)?.value;
}
