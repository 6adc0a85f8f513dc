export const user = "niceties";
export const settingsFolder = "/etc/niceties";
export const dataFolder = "/var/lib/niceties";
/** Compiled code. */
export const cacheFolder = "/var/cache/niceties";
/** When systemd last started the daily backup. */
export const timerStamp = "/var/lib/systemd/timers/stamp-niceties-backup.timer";
export const unitsFolder = "/etc/systemd/system";

/**
 * The programs of the service: a folder for each version, and three links. `a` and `b` lead to the versions that
 * `niceties@a` and `niceties@b` run, and `current` to the one of the two that is the shop.
 */
export const versionsFolder = "/opt/niceties/versions";

/** A process of the service, by the name of its instance. */
export type Slot = "a" | "b";

const socket = `# Goes to /etc/systemd/system. Make changes with: systemctl edit niceties.socket
[Unit]
Description=Socket of the Niceties coffee shop

[Socket]
ListenStream=127.0.0.1:3000
# The process to start for a visitor when none runs.
Service=niceties@a.service

[Install]
WantedBy=sockets.target
`;

const backupTimer = `# Goes to /etc/systemd/system.
[Unit]
Description=Daily backup of the Niceties coffee shop

[Timer]
OnCalendar=*-*-* 04:00
Persistent=true

[Install]
WantedBy=timers.target
`;

const places = `User=${user}
WorkingDirectory=${settingsFolder}
StateDirectory=niceties
StateDirectoryMode=0700
CacheDirectory=niceties
CacheDirectoryMode=0700
Environment=NODE_COMPILE_CACHE=%C/niceties`;

const hardening = `UMask=0077
CapabilityBoundingSet=
LockPersonality=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateMounts=yes
PrivateTmp=yes
PrivateUsers=yes
ProcSubset=pid
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources`;

const shopService = `# Goes to /etc/systemd/system. Make changes with: systemctl edit niceties@
# Two processes, niceties@a and niceties@b, can have the shop's socket at once: an update starts the one that does not run,
# and then stops the other.
[Unit]
Description=Niceties coffee shop, process %i
After=network.target niceties.socket
Requires=niceties.socket

[Service]
Type=notify
Sockets=niceties.socket
${places}
# The shop tells systemd when it is open over a call of Node that is experimental.
Environment=NODE_OPTIONS=--disable-warning=ExperimentalWarning
ExecStart=${versionsFolder}/%i/niceties serve
Restart=on-failure
RestartSec=5
TimeoutStartSec=10min
TimeoutStopSec=15

# It can write to its data, to its compiled code and to a /tmp of its own, and to nothing else. MemoryDenyWriteExecute= is
# missing on purpose: Node compiles JavaScript to machine code while it runs. setpriority lets the daily drill yield to the shop.
${hardening}
SystemCallFilter=setpriority

[Install]
WantedBy=multi-user.target
`;

const backupService = `# Goes to /etc/systemd/system. Make changes with: systemctl edit niceties-backup
[Unit]
Description=Backup of the Niceties coffee shop

[Service]
Type=oneshot
${places}
ExecStart=${versionsFolder}/current/niceties backup
ExecStart=find ${dataFolder}/backups -name "niceties-*" -mtime +30 -delete
Nice=10

# It can write to its data, to its compiled code and to a /tmp of its own, and to nothing else. MemoryDenyWriteExecute= is
# missing on purpose: Node compiles JavaScript to machine code while it runs.
${hardening}
`;

const rehearsalService = `# Goes to /etc/systemd/system. Make changes with: systemctl edit niceties-rehearsal@
# niceties service update starts it: the version of a process opens a copy of the shop, where no visitor can reach it.
[Unit]
Description=Rehearsal of the Niceties coffee shop, process %i

[Service]
Type=oneshot
${places}
ExecStart=${versionsFolder}/%i/niceties service rehearse
TimeoutStartSec=30min
Nice=19

# It can write to its compiled code and to a /tmp of its own, and reaches no other machine. PrivateNetwork= would leave a
# container without a loopback address. MemoryDenyWriteExecute= is missing on purpose: Node compiles JavaScript to machine code.
IPAddressDeny=any
IPAddressAllow=localhost
${hardening}
ReadOnlyPaths=${dataFolder}
`;

/**
 * The units of the service, by the name of their file: the shop's socket, the template of its processes `niceties@a` and
 * `niceties@b`, the daily backup, and the rehearsal of an update. See systemd.exec(5). `systemd-analyze security` rates
 * them 1.2 or less.
 */
export const serviceUnits: ReadonlyMap<string, string> = new Map([
  ["niceties-backup.service", backupService],
  ["niceties-backup.timer", backupTimer],
  ["niceties-rehearsal@.service", rehearsalService],
  ["niceties.socket", socket],
  ["niceties@.service", shopService],
]);

/** The file that makes the next visitor start this process if none runs. */
export const socketDropIn = `${unitsFolder}/niceties.socket.d/process.conf`;
export function socketDropInFor(slot: Slot): string {
  return `# niceties service writes this file.\n[Socket]\nService=niceties@${slot}.service\n`;
}

/** The file that a process needs if its Node has no `node:ffi`: then systemd-notify, a child, says when it is open. */
export function notifyDropIn(slot: Slot): string {
  return `${unitsFolder}/niceties@${slot}.service.d/notify.conf`;
}
export const notifyDropInText = `# niceties service writes this file.\n[Service]\nNotifyAccess=all\n`;
