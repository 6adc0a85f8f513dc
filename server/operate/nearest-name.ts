/**
 * The known name that `name` was most likely meant to be: at most `maxEdits` edits away, and by fewer edits than half
 * its length. Undefined if there is none.
 */
export function nearestName(name: string, known: readonly string[], maxEdits: number): string | undefined {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: editDistance(name, candidate) }))
    .filter(({ candidate, edits }) => edits <= maxEdits && 2 * edits < candidate.length)
    .toSorted((one, other) => one.edits - other.edits);
  return nearest?.candidate;
}

/** Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
