/** Whether home is asked for as the menu on a wall. */
export function isBoard(pathname: string, search: string): boolean {
  return pathname === "/" && new URLSearchParams(search).has("board");
}
