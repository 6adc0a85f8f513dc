/** The shop's addresses, spelled here and in `app/routes.ts` alone. */
export const addresses = {
  home: "/",
  addNewCoffee: "/add-new-coffee",
  coffeeDetails: (id: string) => `/coffee-details/${pathSegment(id)}`,
  updateCoffee: (id: string) => `/update-coffee/${pathSegment(id)}`,
};

/** An id of another server may be any text, also with half of a surrogate pair, which no address can hold. */
export function pathSegment(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}

/** A path whose escapes can all be read: a percent sign that begins none of UTF-8 stands for itself, spelled %25. */
export function readablePath(path: string): string {
  return path.replaceAll(/(?:%[\da-f]{2})+|%/gi, (escapes) =>
    isReadable(escapes) ? escapes : escapes.replaceAll("%", "%25"),
  );
}

function isReadable(escapes: string): boolean {
  try {
    // Its value is used, for the build leaves out a call whose value is not.
    return decodeURIComponent(escapes) !== "";
  } catch {
    return false;
  }
}
