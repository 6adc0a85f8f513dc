import { useDeferredValue, useSyncExternalStore, type ReactNode } from "react";

type SecondPassProps = Readonly<{ children: ReactNode; first?: ReactNode }>;

const never = () => () => {};

/**
 * Renders its children in a second pass after a tap, so that the rest of the page shows sooner, and `first` until then. In
 * the first document they are there from the start.
 */
export function SecondPass({ children, first = null }: SecondPassProps) {
  const isInDocument = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const isShown = useDeferredValue(true, isInDocument);
  return isShown ? children : first;
}
