/** Moves the focus to the page's heading, so that screen readers announce the new page. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
}
