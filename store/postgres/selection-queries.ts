import type { ChangePage, ChangeSummary, ChangeSelection, ChangeWithStatus } from "../../catalogue/coffee-store.ts";
import {
  actionCondition,
  erasureNote,
  isTouchedByErasure,
  changeFromRow,
  pageBytes,
  selectChange,
  selectSizes,
  selectionConditions,
  selectSummary,
  undoneNumbers,
  type ChangeRow,
  type ErasureRow,
  type SummaryRow,
} from "../log/log-rows.ts";
import type { Connection } from "./connection/connection.ts";
import { patientMs, readLaterErasures } from "./log-queries.ts";

export async function readSelection(
  connection: Connection,
  selection: ChangeSelection,
  limit: number,
): Promise<readonly ChangeWithStatus[]> {
  return (await readSelectionUpTo(connection, selection, limit, Number.MAX_SAFE_INTEGER)).changes;
}

/** See `CoffeeStore.selectPage`. */
export async function readSelectionPage(
  connection: Connection,
  selection: ChangeSelection,
  limit: number,
): Promise<ChangePage> {
  return readSelectionUpTo(connection, selection, limit, pageBytes);
}

/** See `CoffeeStore.summarise`. */
export async function readSummaries(
  connection: Connection,
  selection: ChangeSelection,
  limit: number,
): Promise<ChangeSummary[]> {
  const selected = await readSelected<SummaryRow>(connection, selectSummary, selection, limit, Number.MAX_SAFE_INTEGER);
  return selected.rows.map((row) => ({ ...row, isUndone: selected.undone.has(row.number) }));
}

async function readSelectionUpTo(
  connection: Connection,
  selection: ChangeSelection,
  limit: number,
  mostBytes: number,
): Promise<ChangePage> {
  const { rows, undone, hasMore } = await readSelected<ChangeRow>(
    connection,
    selectChange,
    selection,
    limit,
    mostBytes,
  );
  const changes = rows.map(changeFromRow);
  const touched = changes.filter(isTouchedByErasure);
  const erasures = await readErasuresOf(connection, [...new Set(touched.map(({ coffeeId }) => coffeeId))]);
  const withStatus = changes.map((change) => {
    const note = touched.includes(change) ? erasureNote(change.number, erasures.get(change.coffeeId) ?? []) : undefined;
    return { ...change, isUndone: undone.has(change.number), ...(note && { erased: note }) };
  });
  return { changes: withStatus, hasMore };
}

/** A change joined with an undo of its coffee. If `isSelected` is false, the columns of the change are null. */
type SelectedRow<Row> = Row &
  Readonly<{ isSelected: boolean; undoNumber: number | null; undoneNumber: number | null; selectedCount: number }>;

/**
 * The changes of a selection, at most `limit`, ending with the one that brings their texts to `mostBytes`; and the
 * numbers of their coffees' changes that are undone now. One query reads both from one snapshot.
 */
async function readSelected<Row extends object>(
  connection: Connection,
  columns: string,
  selection: ChangeSelection,
  limit: number,
  mostBytes: number,
) {
  const order = selection.after === undefined ? "DESC" : "ASC";
  const { name, where, values } = conditionsOf(selection);
  const [selectedAtMost, bytesAtMost, atMost] = [1, 2, 3].map((place) => `$${values.length + place}`);
  const text = `
    WITH selected AS MATERIALIZED (
      ${selectSizes} WHERE ${where} ORDER BY number ${order} LIMIT ${selectedAtMost}
    ), page AS (
      SELECT number FROM (
        SELECT number, sum(bytes) OVER (ORDER BY number ${order}) - bytes AS bytes_before FROM selected
      ) AS summed WHERE bytes_before < ${bytesAtMost} ORDER BY number ${order} LIMIT ${atMost}
    ), picked AS (
      ${columns} JOIN page USING (number)
    ), undo AS (
      SELECT number, undoes FROM changes
      WHERE undoes IS NOT NULL AND coffee_id IN (SELECT "coffeeId" FROM picked)
    )
    SELECT picked.*, picked.number IS NOT NULL AS "isSelected", undo.number AS "undoNumber", undo.undoes AS "undoneNumber",
      (SELECT count(*) FROM selected) AS "selectedCount"
    FROM picked FULL JOIN undo ON undo.number = picked.number
    ORDER BY coalesce(picked.number, undo.number) DESC`;
  const kind = columns === selectChange ? "changes" : "summaries";
  const query = { name: `${kind} ${name}`, text, values: [...values, limit + 1, mostBytes, limit] };
  const found = await connection.query<SelectedRow<Row>>(query, patientMs);
  const rows = [];
  const undos = [];
  let count = 0;
  for (const { isSelected, selectedCount, undoNumber: number, undoneNumber: undoes, ...row } of found) {
    count = selectedCount;
    if (isSelected) rows.push(row);
    if (number !== null && undoes !== null) undos.push({ number, undoes });
  }
  if (order === "ASC") rows.reverse();
  return { rows, undone: undoneNumbers(undos), hasMore: count > rows.length };
}

/** The erasures of these coffees, oldest first. Those that are not in this log come last. */
async function readErasuresOf(connection: Connection, ids: readonly string[]): Promise<Map<string, ErasureRow[]>> {
  if (ids.length === 0) return new Map();
  const text = `
    SELECT number, coffee_id AS "coffeeId", time, erasure FROM changes
    WHERE coffee_id = ANY ($1::text[]) AND action = 'erase' ORDER BY number`;
  const rows = await connection.query<ErasureRow>({ text, values: [ids] }, patientMs);
  const later = (await readLaterErasures(connection)).map(({ change }) => change);
  return Map.groupBy([...rows, ...later], ({ coffeeId }) => coffeeId);
}

/** The SQL condition of a selection, its parameters, and a name for all selections with the same condition. */
function conditionsOf(selection: ChangeSelection): Readonly<{ name: string; where: string; values: unknown[] }> {
  const wanted = selectionConditions(selection, "number = ANY (?::bigint[])");
  const conditions = wanted.map(([, condition], place) => condition.replaceAll("?", () => `$${place + 1}`));
  return {
    name: [...wanted.map(([name]) => name), ...(selection.withErasures ? ["erasures"] : [])].join(" "),
    where: [actionCondition(selection), ...conditions].join(" AND "),
    values: wanted.map(([, , value]) => value),
  };
}
