/** Whether a text has no visible character: only blanks, control characters and characters that browsers do not draw. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}
