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
