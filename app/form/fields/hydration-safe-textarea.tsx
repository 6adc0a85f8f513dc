import { useLayoutEffect, useRef, useState, useSyncExternalStore, type ComponentProps } from "react";

type HydrationSafeTextareaProps = ComponentProps<"textarea"> & Readonly<{ name: string; start: string }>;

/**
 * A textarea that keeps text typed before hydration. React overwrites a textarea's text when it hydrates, but not an
 * input's.
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

/** Grows the textarea with its text, in browsers without CSS `field-sizing`. */
function grow(area: HTMLTextAreaElement): void {
  const { scrollHeight, clientHeight, offsetHeight } = area;
  if (scrollHeight > clientHeight && !CSS.supports("field-sizing", "content"))
    area.style.height = `${scrollHeight + offsetHeight - clientHeight}px`;
}

const subscribeToNothing = () => () => {};
const afterHydration = () => false;
const duringHydration = () => true;

/** The current text of the textarea in the document; undefined on the server. */
function textInDocument(name: string): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`)?.value;
}
