/** Whether nothing of a text is seen: it is empty, or all of it is blanks, control characters and characters that browsers draw nothing for. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}
