import { runCommand } from "./run-command.ts";

export type Login = Readonly<{ host: string; port: number; user: string; password: string; database: string }>;

/** The program and arguments of a `psql` that prints only values, and ends at the first statement that fails. */
export const psqlCommand = [
  "/usr/lib/postgresql/15/bin/psql",
  "--no-psqlrc",
  "--quiet",
  "--no-align",
  "--tuples-only",
  "--set=ON_ERROR_STOP=1",
] as const;

/** The environment that tells `psql` where to connect. Other users cannot read it, unlike arguments. */
export function psqlEnvironment({ host, port, user, password, database }: Login): Record<string, string> {
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGCONNECT_TIMEOUT: "2",
  };
}

/** Runs statements, and resolves to their output, with a line for each row. */
export async function runPsql(login: Login, statements: string): Promise<string> {
  const [program, ...args] = psqlCommand;
  return runCommand(program, args, { input: statements, env: psqlEnvironment(login) });
}
