import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** Describes the machine on which the figures are measured. */
export function describeMachine(): string {
  const [model = "a processor unknown"] = new Set(cpus().map((cpu) => cpu.model.trim()));
  const [load = 0] = loadavg();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${model}), ${gigabytes} GB of memory, ${type()} ${release()}, Node ${process.versions.node}; load when it began: ${load.toFixed(2)}`;
}
