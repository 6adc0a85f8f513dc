/** A database's URL as anybody may see it: without the user, the password and whatever else it may hold. */
export function describeDatabase(url: string): string {
  const { hostname = "", port = "", pathname = "", searchParams } = URL.parse(url) ?? {};
  const host = hostname || (searchParams?.get("host") ?? "localhost");
  return `postgres://${host}${port && `:${port}`}${pathname}`;
}
