/** The shop's addresses, spelled here and in `app/routes.ts` alone. */
export const addresses = {
  home: "/",
  addNewCoffee: "/add-new-coffee",
  coffeeDetails: (id: string) => `/coffee-details/${encodeURIComponent(id)}`,
  updateCoffee: (id: string) => `/update-coffee/${encodeURIComponent(id)}`,
};
