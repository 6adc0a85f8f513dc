import { useLayoutEffect, useRef, useState, useSyncExternalStore, type ComponentProps } from "react";

type EarlyTextareaProps = ComponentProps<"textarea"> & Readonly<{ name: string; start: string }>;

/**
 * A textarea that keeps what was typed before the page came alive. React writes a textarea's first text over it; inputs
 * it leaves alone.
 */
export function EarlyTextarea({ name, start, ...rest }: EarlyTextareaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const isComingAlive = useSyncExternalStore(neverChanges, isAlive, isNotAliveYet);
  const [typedEarly] = useState(() => (isComingAlive ? typedInto(name) : undefined));
  useLayoutEffect(() => {
    if (area.current && typedEarly !== undefined) area.current.value = typedEarly;
  }, [typedEarly]);
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

const neverChanges = () => () => {};
const isAlive = () => false;
const isNotAliveYet = () => true;

/** What stands in the document that the server sent; nothing while the server renders it. */
function typedInto(name: string): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`)?.value;
}
