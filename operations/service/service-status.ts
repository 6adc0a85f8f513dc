/** The units of the service whose state matters. */
export const shownUnits = ["niceties.socket", "niceties@a.service", "niceties@b.service", "niceties-backup.timer"];
export const shownProperties = ["LoadState", "ActiveState", "ActiveEnterTimestamp", "Listen"];

/** A unit with its properties: see org.freedesktop.systemd1(5). */
export type ShownUnit = Readonly<{
  name: string;
  properties: ReadonlyMap<string, string>;
  /** The version that it runs, or will run; absent if it has none. */
  version?: string | undefined;
}>;

/** Whether visitors can reach the shop, and what an operator should know, in lines. */
export type ServiceStatus = Readonly<{ isOpen: boolean; words: string }>;

export function serviceStatus(units: readonly ShownUnit[]): ServiceStatus {
  const [socket, ...others] = units;
  if (socket?.properties.get("LoadState") !== "loaded")
    return { isOpen: false, words: "The service is not installed. sudo niceties service install installs it." };
  const lines = units.map(({ name, properties, version }) => {
    const state = stateOf(properties);
    const since = properties.get("ActiveEnterTimestamp") ?? "";
    const words = [
      state,
      ...(state === "active" && since !== "" ? ["since", since] : []),
      ...(version === undefined ? [] : [`(${version})`]),
    ];
    return `${name.padEnd(24)}${words.join(" ")}`;
  });
  const processes = others
    .filter(({ name }) => name.startsWith("niceties@"))
    .map(({ properties }) => stateOf(properties));
  const { isOpen, words } = summary(socket, processes);
  return { isOpen, words: [words, ...lines].join("\n") };
}

function summary({ properties }: ShownUnit, processes: readonly string[]): ServiceStatus {
  if (stateOf(properties) !== "active")
    return { isOpen: false, words: "The shop is closed. sudo systemctl start niceties@a opens it." };
  const address = properties.get("Listen")?.replace(/ \(Stream\)$/, "") ?? "";
  if (processes.includes("active")) return { isOpen: true, words: `The shop listens on ${address}.` };
  if (processes.some((state) => state !== "inactive"))
    return { isOpen: false, words: "The shop does not open. journalctl -u 'niceties@*' says why." };
  return { isOpen: true, words: `The shop listens on ${address}. The next visitor starts its process.` };
}

function stateOf(properties: ReadonlyMap<string, string>): string {
  return properties.get("ActiveState") ?? "unknown";
}
