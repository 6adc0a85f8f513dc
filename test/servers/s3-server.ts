import { AwsClient } from "aws4fetch";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { insistOnProgram } from "../../tools/installed-programs.ts";
import { freePort } from "./free-port.ts";

/** The processes of the server: `proxy` speaks S3, and the others keep what it stores; a container is a bucket. */
const parts = ["account", "container", "object", "proxy"] as const;
type Part = (typeof parts)[number];
type Ports = Readonly<Record<Part, number>>;

const accessKeyId = "test:tester";
const secretAccessKey = "testing";
const region = "us-east-1";

const startLimitMs = 60_000;
const lookEveryMs = 50;

/**
 * An S3 server for tests, with its own data and ports: OpenStack Swift from Debian's packages, because it checks
 * signatures. While its `proxy` is stopped, nothing listens at its address; while its `object` part is, it answers 503.
 */
export class TestS3Server implements AsyncDisposable {
  readonly #folder: string;
  readonly #ports: Ports;
  readonly #processes = new Map<Part, ChildProcess>();
  #buckets = 0;

  private constructor(folder: string, ports: Ports) {
    this.#folder = folder;
    this.#ports = ports;
    process.on("exit", () => this.#processes.forEach((each) => each.kill("SIGKILL")));
  }

  /** Starts a server without any bucket. Fails if its packages are missing, and names them. */
  static async start(): Promise<TestS3Server> {
    for (const part of parts) insistOnProgram(`swift-${part}-server`);
    const [account, container, object, proxy] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const folder = mkdtempSync(join(tmpdir(), "niceties-s3-"));
    const server = new TestS3Server(folder, { account, container, object, proxy });
    writeSettings(folder, server.#ports);
    await Promise.all(parts.map((part) => server.start(part)));
    return server;
  }

  /** Starts a stopped part again, with the same data and port, and resolves once it takes connections. */
  async start(part: Part = "proxy"): Promise<void> {
    const log = join(this.#folder, `${part}.log`);
    const output = openSync(log, "a");
    const program = spawn(`swift-${part}-server`, [join(this.#folder, `${part}-server.conf`)], {
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    this.#processes.set(part, program);
    const until = performance.now() + startLimitMs;
    while (!(await accepts(this.#ports[part]))) {
      if (program.exitCode !== null || performance.now() > until)
        throw new Error(`The ${part} server of Swift did not start: ${readFileSync(log, "utf8")}`);
      await delay(lookEveryMs);
    }
  }

  /** Stops a part: SIGTERM closes it, SIGKILL simulates a crash. */
  async stop(part: Part = "proxy", signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const program = this.#processes.get(part);
    this.#processes.delete(part);
    if (!program || program.exitCode !== null || program.signalCode !== null) return;
    const exit = once(program, "exit");
    program.kill(signal);
    await exit;
  }

  /** Creates an empty bucket, and resolves to its URL as PHOTOS_URL has it. */
  async newBucket(): Promise<string> {
    this.#buckets += 1;
    const bucket = `photos-${this.#buckets}`;
    await this.ask("PUT", `/${bucket}`);
    return this.url(bucket);
  }

  /** The URL of a bucket, or of a part of one, as PHOTOS_URL has it. */
  url(path: string, secret = secretAccessKey): string {
    const user = `${encodeURIComponent(accessKeyId)}:${encodeURIComponent(secret)}`;
    return `s3://${user}@127.0.0.1:${this.#ports.proxy}/${path}?region=${region}&tls=off`;
  }

  /** Sends a request as any other program would, and resolves to the reply's text. Rejects if the server refuses it. */
  async ask(method: string, path: string, body?: string): Promise<string> {
    const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region, retries: 0 });
    const reply = await client.fetch(`http://127.0.0.1:${this.#ports.proxy}${path}`, { method, body });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${text}`);
    return text;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(parts.map((part) => this.stop(part, "SIGKILL")));
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}

function writeSettings(folder: string, ports: Ports): void {
  mkdirSync(join(folder, "disks", "disk"), { recursive: true });
  writeFileSync(join(folder, "swift.conf"), clusterSettings);
  for (const part of parts) {
    const settings = part === "proxy" ? proxySettings : partSettings(part, join(folder, "disks"));
    const common = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports[part]}
workers = 0
user = ${userInfo().username}
log_level = ERROR
swift_dir = ${folder}
`;
    writeFileSync(join(folder, `${part}-server.conf`), common + settings);
    if (part !== "proxy") writeFileSync(join(folder, `${part}.ring.gz`), ringOf(ports[part]));
  }
}

const clusterSettings = `[swift-hash]
swift_hash_path_suffix = niceties
[storage-policy:0]
name = one
default = yes
`;

const partSettings = (part: Exclude<Part, "proxy">, disks: string) => `devices = ${disks}
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`;

/**
 * Swift insists on an address of memcached, but runs without it: nothing listens on port 1. It would not ask a part for
 * a minute after ten errors.
 */
const proxySettings = `[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 1000000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${region}
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_${accessKeyId.replace(":", "_")} = ${secretAccessKey} .admin
[filter:slo]
use = egg:swift#slo
`;

const partitionBits = 4;

/**
 * Swift's table of where its partitions are: all on the one disk, at the server on `port`. In Swift's own format,
 * because swift-ring-builder would take nine seconds to write the three tables.
 */
function ringOf(port: number): Uint8Array {
  const disk = { id: 0, region: 1, zone: 1, weight: 1, device: "disk", ip: "127.0.0.1", port, meta: "" };
  const head = Buffer.from(
    JSON.stringify({ byteorder: "little", devs: [disk], part_shift: 32 - partitionBits, replica_count: 1 }),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(head.length);
  const diskOfEach = Buffer.alloc(2 ** partitionBits * Uint16Array.BYTES_PER_ELEMENT); // all are on the disk 0
  return gzipSync(Buffer.concat([Buffer.from("R1NG\0\x01"), size, head, diskOfEach]));
}
