/** The beginning of a longer text, with "…" for the rest in place of the blanks and stops before it: "Sweet. …" and "Sweet.…" read badly. */
export function withEllipsis(start: string): string {
  return `${start.replace(/[\s.,;:!?…।–—-]+$/u, "")}…`;
}
