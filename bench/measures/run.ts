import type { LoadGenerator } from "../load/load-generator.ts";
import { isAsked, type Options } from "../options.ts";
import type { Progress } from "../progress.ts";
import type { Server } from "../peers/server.ts";
import type { Figures, PeerFigures } from "./row.ts";

/** What all measures share. */
export class Run {
  readonly options: Options;
  readonly generator: LoadGenerator;
  /** A second process, for the load that others are measured under. */
  readonly background: LoadGenerator;
  readonly failures: string[] = [];
  readonly #progress: Progress;

  constructor(options: Options, generator: LoadGenerator, background: LoadGenerator, progress: Progress) {
    this.options = options;
    this.generator = generator;
    this.background = background;
    this.#progress = progress;
  }

  isAsked(row: string): boolean {
    return isAsked(this.options, row);
  }

  isAnyAsked(rows: readonly string[]): boolean {
    return rows.some((row) => this.isAsked(row));
  }

  tell(words: string): void {
    this.#progress.tell(words);
  }

  /** Keeps a failure for the end; the words are for the table. */
  failure(where: string, error: unknown): string {
    const why = error instanceof Error ? error.message : String(error);
    this.failures.push(`${where}: ${why}`);
    return "failed";
  }

  /** Round after round, each server once in each: what slows the machine for a while slows them all. */
  async interleave(
    row: string,
    size: number,
    servers: readonly Server[],
    measure: (server: Server) => Promise<Figures | undefined>,
  ): Promise<readonly PeerFigures[]> {
    const figures = new Map<Server, (Figures | undefined)[]>(servers.map((server) => [server, []]));
    const failed = await this.rounds(row, size, servers, this.options.rounds, async (server) => {
      figures.get(server)?.push(await measure(server));
    });
    return servers.map((server) => ({
      peer: server.peer.name,
      rounds: figures.get(server) ?? [],
      ...(failed.has(server) && { note: "failed" }),
    }));
  }

  /** The servers that failed; they had no part in the rounds that followed. */
  async rounds(
    row: string,
    size: number,
    servers: readonly Server[],
    rounds: number,
    work: (server: Server) => Promise<void>,
  ): Promise<ReadonlySet<Server>> {
    const failed = new Set<Server>();
    for (let round = 1; round <= rounds; round++) {
      for (const server of servers) {
        if (failed.has(server)) continue;
        this.tell(`${size} coffees, ${row}: round ${round} of ${rounds}, ${server.peer.name}`);
        try {
          await work(server);
        } catch (error) {
          failed.add(server);
          this.failure(`${row}, ${server.peer.name}, ${size} coffees`, error);
        }
      }
    }
    return failed;
  }
}
