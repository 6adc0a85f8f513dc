/** The number of the chunk that a card of the list is in; of none, that of the first. */
export function chunkAround(element: Element | undefined): number {
  let start = element?.closest("[role=listitem]");
  while (start && !start.hasAttribute("data-chunk")) start = start.previousElementSibling;
  return start ? chunkFrom(start) : 0;
}

/** The number of the chunk that begins with this element. */
export function chunkFrom(start: Element): number {
  return Number(start.getAttribute("data-chunk"));
}
