/** The header of a reply that says up to which change of the log it goes: whoever follows the log begins there. */
export const changeHeader = "Niceties-Change";
