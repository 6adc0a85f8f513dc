import { expect, test } from "vitest";
import { etcdArguments, haproxyConfiguration, patroniConfiguration, patroniTimes } from "./configurations.ts";
import { appMachines, databaseMachines } from "./machines.ts";

const secrets = { superuser: "5a", replication: "4e", app: "a9", patroni: "9a" };

test("a primary that is cut off has given up before another one takes over", () => {
  const { ttl, loop_wait: loopWait, retry_timeout: retryTimeout } = patroniTimes;
  expect(loopWait + 2 * retryTimeout).toBeLessThanOrEqual(ttl);
});

test.for(databaseMachines)("Patroni on $name uses strict synchronous replication, and asks every etcd", (machine) => {
  const settings = JSON.parse(patroniConfiguration("/cluster", machine, secrets));
  expect(settings).toMatchObject({
    name: machine.name,
    bootstrap: { dcs: { synchronous_mode: true, synchronous_mode_strict: true } },
    etcd: { hosts: databaseMachines.map(({ address }) => `${address}:2379`) },
    postgresql: { listen: `${machine.address}:5432`, data_dir: `/cluster/${machine.name}/patroni/data` },
  });
});

test("every etcd names the same members, and keeps its data in a folder of its own", () => {
  const members = databaseMachines.map((machine) => argumentAfter("--initial-cluster", machine));
  expect(new Set(members).size).toBe(1);
  expect(new Set(databaseMachines.map((machine) => argumentAfter("--data-dir", machine))).size).toBe(3);
});

test("HAProxy leads to every PostgreSQL that may be the primary, and to every node of the shop", () => {
  const lines = haproxyConfiguration().split("\n");
  for (const { name, address } of databaseMachines) expect(lines).toContain(`  server ${name} ${address}:5432`);
  for (const { name, address } of appMachines) {
    expect(lines).toContain(`  server ${name} ${address}:3000`);
    expect(lines).toContain(`  server ${name} ${address}:3000 track reads/${name}`);
  }
});

test("HAProxy checks nodes by /-/live, keeps sessions of failed ones, and retries writes only on connection failure", () => {
  const [, http = ""] = haproxyConfiguration().split("frontend http");
  expect(http).toContain("http-check send meth GET uri /-/live");
  expect(http).not.toContain("on-marked-down");
  const [, writes = ""] = http.split("\nbackend writes");
  expect(writes).toContain("retry-on conn-failure\n");
});

function argumentAfter(option: string, machine: (typeof databaseMachines)[number]): string | undefined {
  const all = etcdArguments("/cluster", machine);
  return all[all.indexOf(option) + 1];
}
