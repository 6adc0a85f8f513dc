import { emptyVersion, type Version } from "../../catalogue/log/change.ts";
import { storageLost } from "./connection/driver-errors.ts";

/** The newest change that this process has acknowledged. The store stops using a log that lacks it. */
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

  /** Throws if the log has another hash, or none, for a version that was acknowledged before the log was read. */
  assertFound({ number, hash }: Version, found: string | undefined): void {
    if (number > 0 && found !== hash) throw storageLost(this.#place, number);
  }
}
