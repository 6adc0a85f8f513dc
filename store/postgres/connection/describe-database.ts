/** A database's URL without user, password and parameters, so that it can be shown to anyone. */
export function describeDatabase(url: string): string {
  const { hostname = "", port = "", pathname = "", searchParams } = URL.parse(url) ?? {};
  const host = hostname || (searchParams?.get("host") ?? "localhost");
  return `postgres://${host}${port && `:${port}`}${pathname}`;
}
