import { execFile } from "node:child_process";
import { isBuiltin } from "node:module";
import { promisify } from "node:util";
import { CannotStart } from "./cannot-start.ts";
import { sendDatagram } from "./send-datagram.ts";

/** The first file descriptor that a service manager passes on: SD_LISTEN_FDS_START in sd_listen_fds(3). */
const firstDescriptor = 3;

/** What the service manager that started this process gave it. Without one, both are undefined. */
export type ServiceManager = Readonly<{
  /** The file descriptor of the socket to listen on in place of `HOST` and `PORT`. */
  descriptor: number | undefined;
  /**
   * Tells the service manager about this process: `READY=1` when it is open, `STOPPING=1` when it begins to close; see
   * sd_notify(3). Rejects if it could not.
   */
  notify: ((state: string) => Promise<void>) | undefined;
}>;

/**
 * Reads the variables of sd_listen_fds(3) and sd_notify(3), and removes them from `environment`, so that no child
 * process takes them for its own. Node has closed the descriptors to child processes when it started. Throws
 * `CannotStart` if there is more than one socket, because connections to the others would never be answered.
 */
export function readServiceManager(environment: NodeJS.ProcessEnv, processId: number): ServiceManager {
  const { LISTEN_PID, LISTEN_FDS, NOTIFY_SOCKET } = environment;
  for (const name of ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET"]) delete environment[name];
  const count = LISTEN_PID === String(processId) ? Number(LISTEN_FDS) : 0;
  if (count > 1)
    throw new CannotStart(
      `The service manager handed over ${count} sockets, and the shop listens on one. Leave one ListenStream= in the socket unit.`,
    );
  return {
    descriptor: count === 1 ? firstDescriptor : undefined,
    notify: NOTIFY_SOCKET ? (state) => notify(NOTIFY_SOCKET, state) : undefined,
  };
}

/**
 * Sends a state to the socket of a service manager. Nodes before 26 cannot send a datagram (`canSend`); then systemd's own
 * program does, and the unit needs `NotifyAccess=all`. Rejects if it could not be sent.
 */
export async function notify(socket: string, state: string, canSend = isBuiltin("node:ffi")): Promise<void> {
  if (canSend) await sendDatagram(socket, state);
  else await promisify(execFile)("systemd-notify", [state], { env: { ...process.env, NOTIFY_SOCKET: socket } });
}
