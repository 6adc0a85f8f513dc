/** The edit distance between `prefix` and the closest beginning of a word; Infinity if it exceeds `limit`. */
export function prefixEditDistance(word: string, prefix: string, limit: number): number {
  // Levenshtein's algorithm, row by row. The rest of the word costs nothing.
  let row = Array.from({ length: prefix.length + 1 }, (_, place) => place);
  let least = prefix.length;
  for (let at = 0; at < Math.min(word.length, prefix.length + limit); at += 1) {
    const next = [at + 1];
    for (let place = 0; place < prefix.length; place += 1) {
      const replaced = (row[place] ?? Infinity) + (word[at] === prefix[place] ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] ?? Infinity) + 1, (next[place] ?? Infinity) + 1));
    }
    row = next;
    least = Math.min(least, row[prefix.length] ?? Infinity);
  }
  return least <= limit ? least : Infinity;
}
