/** A turn from page to page that the next one cuts short is an error to some browsers, and shows the right page all the same. */
export const shortTurn = /Transition was skipped|skipTransition/;
