import { readdirSync, readFileSync } from "node:fs";

/**
 * CPU time so far, and memory now and at its peak, of all processes of a server. `ownBytes` is the part of the memory now
 * that holds no file, such as a program's code, which processes can share. Read from Linux's /proc.
 */
export type ProcessTree = Readonly<{ cpuMs: number; residentBytes: number; ownBytes: number; peakBytes: number }>;

/** A clock tick in /proc/PID/stat: always a hundredth of a second. */
const msPerTick = 10;
const nanosecondsPerMs = 1_000_000;

/** Sums the process, its descendants, and those of them that have ended; undefined on other systems than Linux. */
export function readProcessTree(root: number): ProcessTree | undefined {
  if (process.platform !== "linux") return undefined;
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? readStat(Number(name)) : []));
  const tree = all.filter(({ pid }) => pid === root);
  // `tree` grows during this loop: each process adds its children.
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return {
    cpuMs: sum(tree.map(({ pid, ticks }) => Math.max(ticks * msPerTick, threadsMs(pid)))),
    residentBytes: sum(tree.map(({ pid }) => statusBytes(pid, "VmRSS"))),
    ownBytes: sum(tree.map(({ pid }) => statusBytes(pid, "RssAnon"))),
    peakBytes: sum(tree.map(({ pid }) => statusBytes(pid, "VmHWM"))),
  };
}

/** Memory of one process, now and at its peak. Zeros once it has ended, and on other systems than Linux. */
export function readMemory(pid: number): Pick<ProcessTree, "residentBytes" | "peakBytes"> {
  return { residentBytes: statusBytes(pid, "VmRSS"), peakBytes: statusBytes(pid, "VmHWM") };
}

/** The processes that a process has started and that have not ended. None on other systems than Linux. */
export function readChildren(pid: number): number[] {
  const folder = `/proc/${pid}/task`;
  try {
    const lists = readdirSync(folder).map((thread) => readFileSync(`${folder}/${thread}/children`, "utf8"));
    return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
  } catch {
    // The process or one of its threads has ended meanwhile.
    return [];
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export type ProcessStat = Readonly<{ pid: number; parent: number; ticks: number }>;

/** Parses a line of /proc/PID/stat, in which the process's name may hold any character. */
export function parseStat(line: string): ProcessStat {
  const fields = line
    .slice(line.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [, parent = 0] = fields;
  // utime, stime, and those of children that have ended.
  const ticks = sum(fields.slice(11, 15));
  return { pid: Number.parseInt(line), parent, ticks };
}

function readStat(pid: number): readonly ProcessStat[] {
  try {
    return [parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"))];
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}

/** Processor time of the threads of a process that still run, from nanosecond counters; 0 if there are none. */
function threadsMs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  try {
    const used = readdirSync(folder).map((thread) =>
      Number.parseInt(readFileSync(`${folder}/${thread}/schedstat`, "utf8")),
    );
    return sum(used) / nanosecondsPerMs;
  } catch {
    // The process has ended meanwhile, or Linux was built without these figures.
    return 0;
  }
}

function statusBytes(pid: number, name: "VmRSS" | "RssAnon" | "VmHWM"): number {
  try {
    const [, kilobytes = "0"] =
      new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1_024;
  } catch {
    return 0;
  }
}
