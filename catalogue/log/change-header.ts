/**
 * The header with the number of the newest change that a reply contains. A client that follows the log starts there.
 */
export const changeHeader = "Niceties-Change";
