/** The field into which the server writes why it refused the photo of a form that was posted without scripts. */
export const photoRefusalField = "photoRefusal";
