import { join } from "node:path";
import { appMachines, databaseMachines, folderOf, network, ports, proxyMachine, type Machine } from "./machines.ts";
import { databaseUrl, type Secrets } from "./secrets.ts";

/**
 * In seconds. Patroni notices after `ttl` that the primary is gone. A primary that is cut off must have given up by
 * then, so `loop_wait` + 2 × `retry_timeout` must not exceed `ttl`. Patroni 3.0 takes these as they are; later releases
 * take no `ttl` below 20.
 */
export const patroniTimes = { ttl: 10, loop_wait: 1, retry_timeout: 4 };

/** How long either end of a replication waits for the other. PostgreSQL's own minute would delay every commit. */
const replicationTimeout = "3s";

/** The arguments of a machine's etcd. */
export function etcdArguments(directory: string, machine: Machine): string[] {
  const { etcdClients, etcdPeers } = ports;
  const clients = `http://${machine.address}:${etcdClients}`;
  const peers = `http://${machine.address}:${etcdPeers}`;
  const all = databaseMachines.map(({ name, address }) => `${name}=http://${address}:${etcdPeers}`);
  return [
    ["--name", machine.name],
    ["--data-dir", join(folderOf(directory, machine, "etcd"), "data")],
    ["--listen-client-urls", clients],
    ["--advertise-client-urls", clients],
    ["--listen-peer-urls", peers],
    ["--initial-advertise-peer-urls", peers],
    ["--initial-cluster", all.join(",")],
    ["--enable-v2"],
    // A member that was cut off does not make the others vote when it is back.
    ["--pre-vote"],
    ["--logger", "zap"],
  ].flat();
}

/** Patroni's settings in JSON, which is valid YAML. */
export function patroniConfiguration(directory: string, machine: Machine, secrets: Secrets): string {
  const folder = folderOf(directory, machine, "patroni");
  const [postgresAddress, patroniAddress] = [ports.postgres, ports.patroni].map((port) => `${machine.address}:${port}`);
  const access = ["all all", "replication replicator"].map((who) => `host ${who} ${network.block} scram-sha-256`);
  return JSON.stringify(
    {
      scope: "niceties",
      name: machine.name,
      restapi: {
        listen: patroniAddress,
        connect_address: patroniAddress,
        authentication: { username: "patroni", password: secrets.patroni },
      },
      // Uses etcd's older protocol. With the newer one, Patroni 3.0 renews its lock without checking who holds it. A
      // primary that was cut off then takes the lock from the new primary, and writes acknowledged meanwhile are lost.
      etcd: { hosts: databaseMachines.map(({ address }) => `${address}:${ports.etcdClients}`) },
      watchdog: { mode: "off" },
      bootstrap: {
        dcs: {
          ...patroniTimes,
          synchronous_mode: true,
          // A write is acknowledged only once two machines have it.
          synchronous_mode_strict: true,
          // Patroni does not wait for a PostgreSQL that died: another takes over.
          primary_start_timeout: 0,
          postgresql: {
            use_pg_rewind: true,
            // A new primary would create slots only after a second or two, and until then no standby could replicate
            // from it. Nor would slots keep data for a machine that is away: Patroni 3.0 drops its slot after `ttl`.
            use_slots: false,
            parameters: {
              // In the data directory: otherwise a crash would leave segments of shared memory behind.
              dynamic_shared_memory_type: "mmap",
              wal_keep_size: "1GB",
              wal_sender_timeout: replicationTimeout,
              wal_receiver_timeout: replicationTimeout,
              wal_retrieve_retry_interval: "1s",
            },
          },
        },
        initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
      },
      postgresql: {
        listen: postgresAddress,
        connect_address: postgresAddress,
        bin_dir: "/usr/lib/postgresql/15/bin",
        data_dir: join(folder, "data"),
        pgpass: join(folder, "pgpass"),
        authentication: {
          superuser: { username: "postgres", password: secrets.superuser },
          replication: { username: "replicator", password: secrets.replication },
        },
        parameters: { unix_socket_directories: "" },
        pg_hba: access,
      },
    },
    undefined,
    2,
  );
}

/** The settings of a node, for its `niceties.env`. */
export function shopConfiguration(_directory: string, _machine: Machine, secrets: Secrets): string {
  return `HOST=0.0.0.0
PORT=${ports.app}
DATABASE_URL=${databaseUrl(secrets)}
TRUST_PROXY=${proxyMachine.address}
WRITE_LIMIT=off
DRILL=off
`;
}

/**
 * HAProxy's settings. It routes PostgreSQL to the server that reports itself as primary, and HTTP to every node that
 * runs. A node without its database still answers reads from memory, so the health check asks only if a node is alive.
 */
export function haproxyConfiguration(): string {
  return `global
  maxconn 4000
  log stdout format raw local0

defaults
  log global
  option log-health-checks
  option dontlog-normal
  timeout connect 1s
  timeout check 1s
  timeout client 1h
  timeout server 1h

listen postgres
  bind ${proxyMachine.address}:${ports.postgres}
  mode tcp
  option clitcpka
  option srvtcpka
  option httpchk HEAD /primary
  default-server check port ${ports.patroni} inter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
${serversOn(databaseMachines, ports.postgres)}

frontend http
  bind ${proxyMachine.address}:${ports.http}
  mode http
  option forwardfor
  timeout client 60s
  timeout http-request 10s
  use_backend reads if METH_GET
  default_backend writes

# If a node does not answer, as it died or was cut off, another is asked. A node waits for its database for a second.
backend reads
  timeout server 4s
  retry-on conn-failure empty-response response-timeout
${shopBackend()}
  option httpchk
  http-check send meth GET uri /-/live ver HTTP/1.1 hdr Host shop
  http-check expect status 200
  default-server check inter 500ms fall 2 rise 1
${serversOn(appMachines, ports.app)}

# A write without an answer may have been made, so it is not sent again. A node waits five seconds for its database,
# and up to four more to find out whether a write was made.
backend writes
  timeout server 10s
  retry-on conn-failure
${shopBackend()}
${serversOn(appMachines, ports.app, ({ name }) => ` track reads/${name}`)}
`;
}

function shopBackend(): string {
  return `  mode http
  balance roundrobin
  option redispatch 1
  retries 2`;
}

function serversOn(some: readonly Machine[], port: number, more: (machine: Machine) => string = () => ""): string {
  return some.map((machine) => `  server ${machine.name} ${machine.address}:${port}${more(machine)}`).join("\n");
}
