/** Adds "…" to a shortened text, without the blanks and stops at its end: "Sweet. …" and "Sweet.…" look wrong. */
export function withEllipsis(start: string): string {
  return `${start.replace(/[\s.,;:!?…।–—-]+$/u, "")}…`;
}
