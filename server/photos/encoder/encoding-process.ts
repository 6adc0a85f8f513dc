import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { scriptFile } from "../../../program/files.ts";
import { encodingEnvironment, withEncodingLimits } from "./encoding-permissions.ts";
import { FrameReader } from "./frame-reader.ts";
import type { PhotoKind } from "./photo-kind.ts";

/** The program that a process runs, and how long. */
export type EncodingOptions = Readonly<{
  program: string;
  /** Seconds of a processor that it may use, where the kernel can limit them. */
  processorSeconds: number;
  /** Milliseconds after which it is killed in any case. */
  limitMs: number;
}>;

/**
 * The largest photos take 9 seconds of a processor, and one of 12 megapixels takes 3. But the process comes last: where
 * all processors are busy with something else, those 3 can last for 20.
 */
export const encodingOptions: EncodingOptions = {
  program: fileURLToPath(scriptFile("encode-photo")),
  processorSeconds: 15,
  limitMs: 45_000,
};

/** A photo to encode: its kind, and a file that is open at its first byte. */
export type PhotoFile = Readonly<{ kind: PhotoKind; fd: number }>;

const errorsLength = 2_000;

/** A process that encodes one photo. Disposing of it kills it, and waits for its end. */
export class EncodingProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended = Promise.withResolvers<void>();
  readonly #frames: FrameReader;
  readonly #timeout: AbortSignal;
  #errors = "";

  /** Starts the process. `signal` kills it. */
  constructor({ kind, fd }: PhotoFile, options: EncodingOptions, signal: AbortSignal) {
    const { command, args } = withEncodingLimits([options.program, kind], options.processorSeconds);
    this.#timeout = AbortSignal.timeout(options.limitMs);
    const child = spawn(command, args, {
      env: encodingEnvironment,
      stdio: [fd, "pipe", "pipe"],
      signal: AbortSignal.any([signal, this.#timeout]),
      killSignal: "SIGKILL",
    });
    const { stdout, stderr } = child;
    if (!stdout || !stderr) throw new TypeError("A process was started without pipes.");
    child.once("exit", () => this.#ended.resolve());
    child.on("error", (error) => {
      this.#errors += String(error);
      if (child.pid === undefined) this.#ended.resolve(); // it did not start, so it does not exit either
    });
    stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(0, errorsLength);
    });
    this.#frames = new FrameReader(stdout);
    this.#child = child;
  }

  /** Resolves when the photo can be read. Rejects with what the process printed if it cannot start. */
  async ready(): Promise<void> {
    try {
      await this.read(0);
    } catch (cause) {
      throw new Error(`The process that encodes photos did not start. ${this.#errors}`.trim(), { cause });
    }
  }

  /** What it writes next. Rejects if that is longer than `bytesAtMost`, or if the process ends before. */
  read(bytesAtMost: number): Promise<Buffer> {
    return this.#frames.read(bytesAtMost);
  }

  /** Kills the process. Resolves when it has ended, to whether its time was over before that. */
  async end(): Promise<boolean> {
    this.#child.kill("SIGKILL");
    await this.#ended.promise;
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    return this.#timeout.aborted || this.#child.signalCode === "SIGXCPU";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}
