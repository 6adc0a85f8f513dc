/** Sixteen random bytes in hexadecimal. `randomUUID` is missing on pages without HTTPS. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
