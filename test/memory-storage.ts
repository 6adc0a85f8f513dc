/** Behaves like a browser's `localStorage`, with up to 100,000 characters in an entry. Each entry is a property. */
export class TestStorage {
  getItem(name: string): string | null {
    return Object.entries(this).find(([known]) => known === name)?.[1] ?? null;
  }
  setItem(name: string, text: string): void {
    if (text.length > 100_000) throw new Error("QuotaExceededError");
    Object.assign(this, { [name]: text });
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}
