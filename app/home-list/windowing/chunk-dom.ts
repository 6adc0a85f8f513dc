/*
 * The list's element contains groups of chunks. A group is open if one of its chunks is rendered as cards; its children
 * are cards and placeholders. Closed groups are treated as one box: measuring inside would lay out content off screen,
 * and a selector would search the text of all coffees.
 */

/** The number of the chunk that contains a card; 0 if the element is in no chunk. */
export function chunkNumberOf(element: Element | undefined): number {
  let start = element?.closest("[role=listitem]");
  while (start && !start.hasAttribute("data-chunk")) start = start.previousElementSibling;
  return start ? chunkNumberAt(start) : 0;
}

/** The number of the chunk that starts with this element; for a closed group, of its first chunk. */
export function chunkNumberAt(start: Element): number {
  return Number(start.getAttribute("data-chunk"));
}

/** The children of open groups, and closed groups themselves, in document order. */
export function renderedItems(grid: Element | null | undefined): readonly Element[] {
  return [...(grid?.children ?? [])].flatMap((group) => (isClosed(group) ? group : [...group.children]));
}

export function cardsOf(grid: Element | null | undefined): readonly Element[] {
  return renderedItems(grid).filter((piece) => piece.matches(".coffee-item"));
}

export function isClosed(group: Element): boolean {
  return group.matches(".coffee-group");
}

/** Whether the element is in view, or at most this many window heights away. */
export function isNear(element: Element, windows: number): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -innerHeight * windows && top < innerHeight * (1 + windows);
}
