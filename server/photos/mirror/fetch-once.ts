import { sharePromise } from "../../http/limits/share-promise.ts";
import { parsePhotoUrl } from "./photo-url.ts";

/** Runs one task for an address at a time. */
export class FetchOnce<Result> {
  readonly #running = new Map<string, Promise<Result>>();

  /**
   * Runs a task that fetches the photo at an address and keeps it. While it runs, further calls for the address get its
   * result; two spellings of one URL are one address. Rejects as `parsePhotoUrl` and the task do.
   */
  async run(address: string, task: () => Promise<Result>): Promise<Result> {
    const { href } = parsePhotoUrl(address);
    return sharePromise(this.#running, href, async () => {
      try {
        return await task();
      } finally {
        this.#running.delete(href);
      }
    });
  }
}
