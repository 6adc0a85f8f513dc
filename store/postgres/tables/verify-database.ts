import type { StoredChange } from "../../../catalogue/log/change.ts";
import { LogCheck } from "../../../catalogue/log/verify-log.ts";
import { selectStored } from "../../log/log-rows.ts";
import { right, wrong, type Finding, type Verification, type VerifyOptions } from "../../log/verification.ts";
import {
  coffeesFinding,
  logFinding,
  receiptFinding,
  verificationOf,
  type LogTable,
  type TableRow,
} from "../../log/verify-rows.ts";
import type { Connection } from "../connection/connection.ts";
import { withConnection } from "../connection/with-connection.ts";
import {
  patientMs,
  quickMs,
  readCatalogueBytes,
  readHash,
  readLaterErasures,
  readUnswept,
  readVersion,
} from "../log-queries.ts";
import { hasTables } from "./make-tables.ts";

/**
 * Verifies a shop's database: its log, that the coffees match the log, and that the stored end of the log is right.
 * Reads one snapshot and writes nothing. Rejects with `StoreRefused` if the database cannot be read.
 */
export async function verifyPostgres(url: string, options: VerifyOptions = {}): Promise<Verification> {
  return withConnection(url, async (connection, place) => {
    await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", quickMs);
    await connection.query(waitForUs, quickMs);
    return await verifyConnection(connection, place, options);
  });
}

/** Verifying takes time between two queries of the transaction. */
export const waitForUs = `SET LOCAL idle_in_transaction_session_timeout = ${patientMs}`;

/** Verifies what the connection's transaction sees. */
export async function verifyConnection(
  connection: Connection,
  place: string,
  options: VerifyOptions,
): Promise<Verification> {
  const check = new LogCheck();
  const findings: Finding[] = [];
  for await (const finding of findingsIn(connection, place, check, options)) findings.push(finding);
  const [size] = await connection.query<{ bytes: number }>(
    "SELECT pg_database_size(current_database()) AS bytes",
    patientMs,
  );
  return verificationOf(place, size?.bytes ?? 0, check, findings);
}

async function* findingsIn(
  connection: Connection,
  place: string,
  check: LogCheck,
  { receipts = [], onProgress = () => {}, signal }: VerifyOptions,
): AsyncGenerator<Finding> {
  if (!(await hasTables(connection, place))) {
    yield wrong("structure", "It is empty: there is no shop in it.");
    return;
  }
  const log = await logFinding(logTable(connection), check, onProgress, signal);
  yield log;
  if (!log.isSound) return;
  const text = "SELECT _id, place, version, text FROM coffees ORDER BY place";
  yield coffeesFinding(await connection.query<TableRow>(text, patientMs), check);
  const { stored, counted } = await readCatalogueBytes(connection);
  if (stored !== counted)
    yield wrong("coffees", `The end of the log says that they count for ${stored} bytes, but it is ${counted}.`);
  yield await headFinding(connection, check);
  yield await sweptFinding(connection);
  for (const receipt of receipts) yield receiptFinding(receipt, await readHash(connection, receipt.number, quickMs));
}

function logTable(connection: Connection): LogTable {
  const page = `${selectStored} WHERE number > $1 ORDER BY number LIMIT $2`;
  const size = "SELECT count(*) AS rows, coalesce(max(number), 0) AS last FROM changes";
  return {
    page: (after, limit) => connection.query<StoredChange>({ text: page, values: [after, limit] }, patientMs),
    laterErasures: () => readLaterErasures(connection),
    size: async () => {
      const [row] = await connection.query<{ rows: number; last: number }>(size, patientMs);
      return row ?? { rows: 0, last: 0 };
    },
  };
}

/** VACUUM frees the space of dead rows, but leaves their bytes in the file. */
async function sweptFinding(connection: Connection): Promise<Finding> {
  const tables = await readUnswept(connection);
  const part = "erased words";
  if (tables.length === 0) return right(part, "No table has dead rows that hold any.");
  const message = `Dead rows of ${tables.join(", ")} may still hold some. VACUUM FULL of these tables removes them; niceties erase does it.`;
  return { part, isSound: undefined, message };
}

async function headFinding(connection: Connection, { newest }: LogCheck): Promise<Finding> {
  const part = "newest change";
  const { number, hash } = await readVersion(connection, quickMs);
  if (number === (newest?.number ?? 0) && hash === (newest?.hash ?? "")) {
    return right(part, number === 0 ? "None is noted." : `Change ${number}, as noted, is there.`);
  }
  return {
    ...wrong(part, `Change ${number} is noted, but the log ends with change ${newest?.number ?? 0}.`),
    change: number,
  };
}
