import type { LoadGenerator } from "../load/load-generator.ts";
import { isAsked, type Options } from "../options.ts";
import type { Progress } from "../progress.ts";
import type { Server } from "../peers/server.ts";
import type { Figures, PeerFigures } from "./row.ts";

/** The options, load generators and list of failures that all measures share. */
export class Run {
  readonly options: Options;
  readonly generator: LoadGenerator;
  /** A second process, for background load during a measurement. */
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

  /** Records a failure for the end of the run, and returns the note for the table. */
  failure(where: string, error: unknown): string {
    const why = error instanceof Error ? error.message : String(error);
    this.failures.push(`${where}: ${why}`);
    return "failed";
  }

  /** Measures each server once in every round, so a slow spell of the machine slows them all. */
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

  /** Runs the rounds. Returns the servers that failed, which later rounds left out. */
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
