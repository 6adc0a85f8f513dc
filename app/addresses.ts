/** The shop's addresses, spelled here and in `app/routes.ts` alone. */
export const addresses = {
  home: "/",
  addNewCoffee: "/add-new-coffee",
  coffeeDetails: (id: string) => `/coffee-details/${pathSegment(id)}`,
  updateCoffee: (id: string) => `/update-coffee/${pathSegment(id)}`,
};

/** An id of another server may be any text, even one that no address can hold as it is. */
export function pathSegment(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}
