/** Ends a shortened text with "…", without the blanks and stops before it: "Sweet. …" and "Sweet.…" read badly. */
export function withEllipsis(start: string): string {
  return `${start.replace(/[\s.,;:!?…।–—-]+$/u, "")}…`;
}
