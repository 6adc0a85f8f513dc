import { expect, test } from "vitest";
import { machines, parseMember } from "./machines.ts";

test("a member is a machine, or one of its services", () => {
  expect(parseMember("db2")).toMatchObject({ machine: { name: "db2" }, service: undefined });
  expect(parseMember("db2/etcd")).toMatchObject({ machine: { name: "db2" }, service: "etcd" });
});

test.for([
  ["db4", /There is no member db4\. Machines: db1, db2/],
  ["db1/etcd/data", /There is no member db1\/etcd\/data/],
  ["proxy/etcd", /proxy has no etcd; it has haproxy\./],
  ["app1/etcd", /app1 has no etcd; it has shop\./],
] as const)("the unknown member %s is refused with an explanation", ([text, message]) => {
  expect(() => parseMember(text)).toThrow(message);
});

test("no two machines share a name or an address", () => {
  expect(new Set(machines.map(({ name }) => name)).size).toBe(machines.length);
  expect(new Set(machines.map(({ address }) => address)).size).toBe(machines.length);
});
