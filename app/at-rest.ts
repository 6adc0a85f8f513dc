/** Calls `act` once the page has loaded and nothing else is to be done. What it gives takes that back, before the page has loaded. */
export function atRest(act: () => void): () => void {
  const whenIdle = () => void (window.requestIdleCallback ?? setTimeout)(act);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
  return () => removeEventListener("load", whenIdle);
}
