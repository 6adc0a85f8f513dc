/** What controls call a coffee, which may have no name. */
export function calledName(name: string): string {
  return name.trim() === "" ? "unnamed coffee" : name;
}

const longestInWords = 60;

/** What sentences call a coffee: its name, or as much of it as is read in one breath. */
export function nameInWords(name: string): string {
  const letters = Array.from(calledName(name));
  return letters.length > longestInWords ? `${letters.slice(0, longestInWords).join("").trimEnd()}…` : calledName(name);
}
