import { isBrowserKey } from "../../catalogue/visitor/browser-key.ts";
import { randomId } from "../../client/random-id.ts";

const name = "browser key";

/**
 * A random key, new each day, that distinguishes this browser from others at the same IP address. Undefined if the
 * browser refuses storage.
 */
export function browserKey(): string | undefined {
  try {
    const today = new Date().toISOString().slice(0, "2026-11-23".length);
    const [key, day] = (localStorage.getItem(name) ?? "").split(" ");
    if (isBrowserKey(key) && day === today) return key;
    const fresh = randomId();
    localStorage.setItem(name, `${fresh} ${today}`);
    return fresh;
  } catch {
    return undefined;
  }
}
