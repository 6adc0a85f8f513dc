import { Line } from "./slot.ts";
import { LinkBroken, type Link } from "./connection.ts";

/** A few lines for many users, who take turns. */
export class Lines {
  readonly #all: readonly Line[];
  readonly #idle: Line[];
  readonly #waiting = new Set<(line: Line) => void>();

  constructor(url: string, count: number) {
    this.#all = Array.from({ length: count }, () => new Line(url));
    this.#idle = [...this.#all];
  }

  /** Like `Line.use`; rejects with `LinkBroken` where no line was free within so many milliseconds. */
  async use<T>(act: (link: Link) => Promise<T>, withinMs: number): Promise<T> {
    const line = this.#idle.pop() ?? (await this.#next(withinMs));
    try {
      return await line.use(act);
    } finally {
      const [waiting] = this.#waiting;
      if (waiting) waiting(line);
      else this.#idle.push(line);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((line) => line.close()));
  }

  #next(withinMs: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      const take = (line: Line) => {
        clearTimeout(timer);
        this.#waiting.delete(take);
        resolve(line);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        reject(new LinkBroken("All connections to the database were in use."));
      }, withinMs);
      this.#waiting.add(take);
    });
  }
}
