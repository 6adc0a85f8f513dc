/** What controls and notices call a coffee, which may have no name. */
export function calledName(name: string): string {
  return name.trim() === "" ? "unnamed coffee" : name;
}
