import { expect, test } from "vitest";
import { databaseMachines } from "./machines.ts";
import { isWhole, parseState, type MemberState, type Role } from "./member-state.ts";

const copying = [
  { application_name: "db2", state: "streaming", sync_state: "sync" },
  { application_name: "db3", state: "startup", sync_state: "async" },
];

test.for([
  [{ state: "running", role: "master", timeline: 3, replication: copying }, "primary", ["db2"]],
  [{ state: "running", role: "replica", timeline: 3, sync_standby: true }, "synchronous standby", []],
  [{ state: "running", role: "replica", timeline: 3 }, "standby", []],
  [{ state: "stopped", role: "demoted" }, undefined, []],
  [{ state: "starting", role: "replica" }, undefined, []],
  [{ state: "running", role: "master", timeline: null }, "primary", []],
] as const)("Patroni's reply %j is read as %s", ([json, role, copies]) => {
  expect(parseState(json)).toMatchObject({ role, copies });
});

test("a cluster is whole only with one primary, a synchronous standby and another standby", () => {
  expect(isWhole(statesOf("primary", "synchronous standby", "standby"))).toBe(true);
  expect(isWhole(statesOf("standby", "primary", "synchronous standby"))).toBe(true);
  expect(isWhole(statesOf("primary", "standby", "standby"))).toBe(false);
  expect(isWhole(statesOf("primary", "synchronous standby", undefined))).toBe(false);
  expect(isWhole(statesOf("primary", "synchronous standby", "primary"))).toBe(false);
  expect(isWhole(statesOf("synchronous standby", "standby", "standby"))).toBe(false);
});

test("a cluster is not whole if a standby does not replicate or an etcd is unhealthy", () => {
  const states = statesOf("primary", "synchronous standby", "standby");
  expect(isWhole(states.map((state) => ({ ...state, copies: ["db2"] })))).toBe(false);
  expect(isWhole(states.map((state, place) => ({ ...state, isEtcdHealthy: place !== 2 })))).toBe(false);
});

function statesOf(...roles: readonly (Role | undefined)[]): MemberState[] {
  return databaseMachines.map((machine, place) => {
    const copies = roles[place] === "primary" ? ["db2", "db3"] : [];
    return { machine, role: roles[place], timeline: 1, copies, isEtcdHealthy: true };
  });
}
