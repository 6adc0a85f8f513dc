import shop from "../../package.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };
import { nginxVersion } from "./nginx.ts";

/** The versions of the packages and programs that the peers use. */
export function describeVersions(): string {
  const packages = Object.entries({ ...manifest.dependencies, "better-sqlite3": shop.dependencies["better-sqlite3"] });
  const nginx = nginxVersion();
  return [...packages.map(([name, version]) => `${name} ${version}`), ...(nginx ? [`nginx ${nginx}`] : [])].join(", ");
}
