import { existsSync } from "node:fs";
import { runCommand } from "./run-command.ts";

/** Debian's packages, each with one of its files that the cluster uses. */
const needed = [
  { name: "etcd-server", program: "/usr/bin/etcd" },
  { name: "haproxy", program: "/usr/sbin/haproxy" },
  { name: "iproute2", program: "/usr/sbin/bridge" },
  { name: "nftables", program: "/usr/sbin/nft" },
  { name: "patroni", program: "/usr/bin/patroni" },
  { name: "postgresql-15", program: "/usr/lib/postgresql/15/bin/postgres" },
  { name: "postgresql-client-15", program: "/usr/lib/postgresql/15/bin/psql" },
  // Patroni needs this to talk to etcd, but only suggests it.
  { name: "python3-etcd", program: "/usr/lib/python3/dist-packages/etcd/__init__.py" },
];

/**
 * Checks that this machine can run the cluster. Installs missing packages if `isInstalling`; otherwise throws an error
 * with the command that installs them.
 */
export async function checkMachine(isInstalling: boolean): Promise<void> {
  if (process.platform !== "linux") throw new Error("The cluster needs Linux: its machines are network namespaces.");
  if (process.getuid?.() !== 0) throw new Error("The cluster needs root: it makes network namespaces. Try sudo.");
  const missing = missingPackages();
  if (missing.length === 0) return;
  const aptArguments = ["install", "-y", "--no-install-recommends", ...missing];
  if (!isInstalling) {
    throw new Error(`Packages are missing. Install them, or let --install do it:\n  apt-get ${aptArguments.join(" ")}`);
  }
  console.log(`Installing ${missing.join(", ")} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runCommand("apt-get", ["update", "-qq"], { env });
  await runCommand("apt-get", aptArguments, { env });
  const still = missingPackages();
  if (still.length > 0) throw new Error(`These packages did not install what is needed: ${still.join(", ")}.`);
}

function missingPackages(): string[] {
  return needed.filter(({ program }) => !existsSync(program)).map(({ name }) => name);
}
