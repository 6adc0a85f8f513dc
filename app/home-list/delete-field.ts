const deletePrefix = "delete ";

/** The name of the button by which home's form asks to delete a coffee. The button has no value: Lynx would show it as its word. */
export function deleteField(id: string): string {
  return deletePrefix + id;
}

/** The id of the coffee that home's form asks to delete, if it asks for that. */
export function coffeeToDelete(query: URLSearchParams): string | undefined {
  const name = [...query.keys()].find((each) => each.startsWith(deletePrefix));
  return name?.slice(deletePrefix.length);
}
