import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Fault } from "../../../catalogue/fault.ts";
import { scriptFile } from "../../../program/files.ts";
import type { DrawingResult, DrawingMessage } from "./draw/draw-pictures.ts";
import { drawingPermissions } from "./drawing-permissions.ts";
import { faceFiles } from "./face-files.ts";
import type { Picture } from "./picture.ts";

/** A process of its own reads visitors' photos: a photo that crashes it does not stop the shop. */
export const drawingOptions: ForkOptions = {
  serialization: "advanced",
  execArgv: [...drawingPermissions, "--max-old-space-size=64", "--no-warnings"],
  // None of the shop's variables. The drawing library asks for a home directory: without HOME, it does not load for a
  // user without an entry in passwd, such as a container's.
  env: { HOME: "/nonexistent" },
  stdio: ["ignore", "ignore", "ignore", "ipc"],
};

const waitingAtMost = 16;
const drawTimeoutMs = 10_000;
const idleMs = 30_000;

type Wish = Readonly<{ picture: Picture; resolve: (jpeg: Uint8Array) => void; reject: (error: unknown) => void }>;

/** Draws pictures one at a time, in a process that starts with the first picture and ends after 30 idle seconds. */
export class DrawingProcess {
  readonly #builtFiles: string | undefined;
  readonly #waiting: Wish[] = [];
  #current: Wish | undefined;
  #process: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(builtFiles: string | undefined) {
    this.#builtFiles = builtFiles;
  }

  /**
   * Resolves to the JPEG of a picture. Rejects with `drawing-busy` if too many wait, and with another error if it
   * cannot be drawn.
   */
  async draw(picture: Picture): Promise<Uint8Array> {
    if (this.#waiting.length >= waitingAtMost) throw new Fault("drawing-busy", {});
    return new Promise((resolve, reject) => {
      this.#waiting.push({ picture, resolve, reject });
      this.#goOn();
    });
  }

  /** Kills the process. Pictures that are in progress or wait reject. */
  close(): void {
    this.#isClosed = true;
    this.#process?.kill("SIGKILL");
  }

  #goOn(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    if (this.#isClosed) {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error("The shop is closed."));
      return;
    }
    this.#current = this.#waiting.shift();
    if (this.#current) this.#begin(this.#current);
    else this.#timer = setTimeout(() => this.#letGo(), idleMs).unref();
  }

  #begin({ picture }: Wish): void {
    try {
      this.#process ??= this.#start();
      this.#timer = setTimeout(() => this.#process?.kill("SIGKILL"), drawTimeoutMs).unref();
      this.#send(this.#process, { picture });
    } catch (error) {
      // For example, files that are being replaced, or too many open files. The next picture tries again.
      this.#end({ failure: String(error) });
    }
  }

  #letGo(): void {
    const idle = this.#process;
    this.#process = undefined;
    idle?.disconnect();
  }

  #start(): ChildProcess {
    const faces = faceFiles(this.#builtFiles);
    const started = fork(fileURLToPath(scriptFile("draw-pictures")), drawingOptions);
    // The shop's process may end while this one is idle.
    started.unref();
    started.channel?.unref();
    started.on("message", (drawn: DrawingResult) => this.#end(drawn));
    const lose = () => {
      if (this.#process !== started) return;
      this.#process = undefined;
      this.#end({ failure: "The process that draws it ended." });
    };
    started.on("error", lose);
    started.on("disconnect", lose);
    this.#send(started, { faces });
    return started;
  }

  /** A message that can't be sent needs no handling: the process has ended, and `lose` is called. */
  #send(child: ChildProcess, message: DrawingMessage): void {
    child.send(message, () => {});
  }

  #end(drawn: DrawingResult): void {
    const current = this.#current;
    this.#current = undefined;
    if ("jpeg" in drawn) current?.resolve(drawn.jpeg);
    else current?.reject(new Error(`A picture could not be drawn. ${drawn.failure}`));
    this.#goOn();
  }
}
