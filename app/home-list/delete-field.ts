const deletePrefix = "delete ";

/**
 * The name of a Delete button in home's form. The id is in the name, because Lynx shows a button's value as its label.
 */
export function deleteField(id: string): string {
  return deletePrefix + id;
}

/** Reads the id from the name of the pressed Delete button; undefined if none was pressed. */
export function coffeeToDelete(query: URLSearchParams): string | undefined {
  const name = [...query.keys()].find((each) => each.startsWith(deletePrefix));
  return name?.slice(deletePrefix.length);
}
