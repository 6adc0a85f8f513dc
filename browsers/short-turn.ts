/** Some browsers report an error if a navigation skips the view transition of the one before. The right page shows. */
export const shortTurn = /Transition was skipped|skipTransition/;
