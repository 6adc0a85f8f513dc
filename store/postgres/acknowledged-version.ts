import { emptyVersion, type Version } from "../../catalogue/log/change.ts";
import { storageLost } from "./connection/driver-errors.ts";

/** The newest change that this process has acknowledged: a log without it is not gone on with. */
export class AcknowledgedVersion {
  readonly #place: string;
  #version = emptyVersion;

  constructor(place: string) {
    this.#place = place;
  }

  get version(): Version {
    return this.#version;
  }

  advance(version: Version): void {
    if (version.number > this.#version.number) this.#version = version;
  }

  /** Throws where the log has another hash, or none, for what was acknowledged before it was asked. */
  assertFound({ number, hash }: Version, found: string | undefined): void {
    if (number > 0 && found !== hash) throw storageLost(this.#place, number);
  }
}
