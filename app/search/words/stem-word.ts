/**
 * The word without a plural "s", or without a Bangla case ending, article or plural (চায়ের, দুধে); undefined if it has
 * none of them.
 */
export function stemWord(word: string): string | undefined {
  const whole = word.normalize("NFC");
  const plain = whole
    .replace(/(\p{L}{3}[^s'’])s$/iu, "$1")
    .replace(/([\u0980-\u09ff]{2})(?:\u09af\u09bcের|ের|ে|টা|টি|গুলো)$|([\u0980-\u09ff][া-ৌ])র$/u, "$1$2");
  return plain === whole ? undefined : plain;
}
