import { Link } from "./connection.ts";

/** A place for one connection, which is made where it is needed and made anew after it broke. */
export class Line {
  readonly #url: string;
  #link: Link | undefined;
  #isClosed = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Rejects with `LinkBroken` where there is none, and with a plain error, for good, once it was closed. */
  async link(): Promise<Link> {
    this.#insistOnOpen();
    if (this.#link && !this.#link.isBroken) return this.#link;
    this.#link = await Link.open(this.#url);
    if (this.#isClosed) this.destroy();
    this.#insistOnOpen();
    return this.#link;
  }

  /** Where `act` rejects, the connection is given up, and whatever was left open on it. */
  async use<T>(act: (link: Link) => Promise<T>): Promise<T> {
    try {
      return await act(await this.link());
    } catch (error) {
      this.destroy();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#link?.close();
  }

  /** Gives the connection up; whoever waits for an answer waits no longer. */
  destroy(): void {
    this.#link?.destroy();
  }

  #insistOnOpen(): void {
    if (this.#isClosed) throw new Error("The store is closed.");
  }
}
