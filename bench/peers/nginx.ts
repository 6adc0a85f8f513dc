import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { abilities, type Peer } from "./peer.ts";

// Debian installs it in a folder that is not in the PATH of users other than root.
const program = ["nginx", "/usr/sbin/nginx"].find((name) => spawnSync(name, ["-v"]).status === 0);

/** The version that `nginx -v` prints; undefined if nginx is not installed. */
export function nginxVersion(): string | undefined {
  const versionText = program && spawnSync(program, ["-v"], { encoding: "utf8" }).stderr;
  return /nginx\/(\S+)/.exec(versionText ?? "")?.[1];
}

export const nginx: Peer = {
  name: "nginx",
  about: "the same bytes as files, compressed beforehand (gzip_static), one process; br would take a module of its own",
  abilities: abilities("list", "gzip", "unchanged", "one", "home"),
  absence: () => (program ? undefined : "nginx is not installed (Debian: apt-get install nginx-light)"),
  fill: async () => {},
  command: (place, port) => {
    const folder = place.folderOf("nginx");
    const file = join(folder, "nginx.conf");
    writeFileSync(file, configuration(folder, place.prepared, port));
    return { program: program ?? "nginx", args: ["-p", folder, "-c", file, "-e", join(folder, "error.log")] };
  },
};

// Without a master process, so that the started process is the one that serves.
const configuration = (folder: string, files: string, port: number) => `
${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=1000;
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    gzip_static on;
    root ${files};
    location = / { default_type text/html; try_files /home.html =404; }
    location = /coffee { default_type application/json; alias ${files}/list.json; }
    location /coffee/ { default_type application/json; alias ${files}/one/; }
  }
}
`;
