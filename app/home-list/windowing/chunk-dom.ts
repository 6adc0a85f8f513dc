/*
 * The list's element holds groups of chunks. A group in which a chunk is whole is open: its children are cards and the
 * boxes of words. Of the others only their own box counts. To ask for more would lay out what nobody sees, and a search
 * by selector would go through the words of all coffees.
 */

/** The number of the chunk that a card of the list is in; of none, that of the first. */
export function chunkNumberOf(element: Element | undefined): number {
  let start = element?.closest("[role=listitem]");
  while (start && !start.hasAttribute("data-chunk")) start = start.previousElementSibling;
  return start ? chunkNumberAt(start) : 0;
}

/** The number of the chunk that begins with this element; of a group's box, that of its first. */
export function chunkNumberAt(start: Element): number {
  return Number(start.getAttribute("data-chunk"));
}

/** The children of the open groups and the boxes of all others, as they follow one another. */
export function renderedItems(grid: Element | null | undefined): readonly Element[] {
  return [...(grid?.children ?? [])].flatMap((group) => (isClosed(group) ? group : [...group.children]));
}

export function cardsOf(grid: Element | null | undefined): readonly Element[] {
  return renderedItems(grid).filter((piece) => piece.matches(".coffee-item"));
}

export function isClosed(group: Element): boolean {
  return group.matches(".coffee-group");
}

/** Whether something of it is in view, or within so many windows of it. */
export function isNear(element: Element, windows: number): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -innerHeight * windows && top < innerHeight * (1 + windows);
}
