import { useDeferredValue, useSyncExternalStore, type ReactNode } from "react";

const never = () => () => {};

/**
 * After a navigation, renders `first`, and its children in a second pass, so that the rest of the page appears sooner.
 * In the first document the children are rendered at once.
 */
export function SecondPass({ children, first = null }: { children: ReactNode; first?: ReactNode }) {
  const isInDocument = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const isShown = useDeferredValue(true, isInDocument);
  return isShown ? children : first;
}
