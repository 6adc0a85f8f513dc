import type Database from "better-sqlite3";
import { randomBytes } from "node:crypto";
import { operator, type Freeze, type MadeChange } from "../../../catalogue/coffee-store.ts";
import { runSteps } from "../../../catalogue/log/erase.ts";
import { Fault } from "../../../catalogue/fault.ts";
import type { SupersededFields } from "../../../catalogue/log/undo.ts";
import { dayAfter } from "../../../catalogue/day.ts";
import { LogDraft, type LogEnd } from "../../log/log-draft.ts";
import { movesFromRows, assertNotMoving, selectMoves, type MoveRow } from "../../copies/move-marks.ts";
import { planAdd, planImport, planErase, planRemove, planReplace, planUndoOf } from "../../log/write-plans.ts";
import type { SharedProgress } from "./shared-progress.ts";
import { CommitQueue, type WriteResult } from "./commit-queue.ts";
import { deleteDayKeys } from "../day-keys.ts";
import type { NewestChangeFile } from "../file/newest-change-file.ts";
import { numberPragma } from "../migrations.ts";
import { SqliteLog } from "../sqlite-log.ts";
import type { LoggedWrite, OnDurable, OnProgress, Outcome, UnloggedWrite, Writer, WriteRequest } from "./writer.ts";

/** Short, since the driver blocks the event loop while it waits. */
const driverWaitMs = 5;
const dayKeyBytes = 32;

/** Writes in the calling thread, over a connection that no other writer uses. */
export class LogWriter implements Writer {
  readonly #database: Database.Database;
  readonly #log: SqliteLog;
  readonly #queue: CommitQueue;
  readonly #selectFreeze;
  readonly #selectMoves;
  readonly #selectDayKey;
  readonly #catalogueLimit: number;
  /** Whether the write-ahead log may still hold a deleted or replaced day key. */
  #mayHoldOldKey = true;

  constructor(
    file: string,
    database: Database.Database,
    newestChangeFile: NewestChangeFile,
    progress: SharedProgress,
    onDurable: OnDurable,
    catalogueLimit: number,
  ) {
    this.#catalogueLimit = catalogueLimit;
    this.#database = database;
    database.pragma(`busy_timeout = ${driverWaitMs}`);
    this.#log = new SqliteLog(database);
    this.#selectFreeze = database.prepare<[], Freeze>("SELECT since, words FROM freeze");
    this.#selectMoves = database.prepare<[], MoveRow>(selectMoves);
    this.#selectDayKey = database
      .prepare<[string, string], string>("SELECT key FROM day_key WHERE day IN (?, ?)")
      .pluck();
    this.#queue = new CommitQueue(file, database, this.#log, progress, (version, changes) => {
      newestChangeFile.write(version);
      onDurable(version, changes);
    });
  }

  write(request: WriteRequest, onProgress?: OnProgress): Promise<Outcome> {
    switch (request.kind) {
      case "freeze":
      case "thaw":
      case "dayKey":
        return this.#writeUnlogged(() => this.#run(request));
      case "forgetDayKeys":
        return this.#forgetDayKeys(request.before);
      default:
        return this.#queue.write((end) => this.#append(request, end, onProgress));
    }
  }

  async ready(): Promise<void> {
    await this.#queue.assertRoom(() => {
      this.#database.pragma(`user_version = ${numberPragma(this.#database, "user_version")}`);
    });
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  /**
   * Throws a `moving` fault. Runs inside the write's transaction, so that no write is made which a move has not seen.
   */
  #assertNotMoving(): void {
    assertNotMoving(movesFromRows(this.#selectMoves.all()), Date.now());
  }

  #append(request: LoggedWrite, end: LogEnd, onProgress: OnProgress | undefined): WriteResult<Outcome> {
    this.#assertNotMoving();
    const freeze = request.by.visitor === operator ? undefined : this.#selectFreeze.get();
    if (freeze && !this.#wasMade(request)) throw new Fault("frozen", { words: freeze.words });
    const draft = new LogDraft(end, this.#log, request.by);
    const run = () => fill(draft, request, this.#log, onProgress);
    // An erasure writes while it reads. If it fails half-way, the savepoint rolls back the erasure, and keeps the other
    // writes of the commit.
    const { kept, earlier, touched } = request.kind === "erase" ? this.#database.transaction(run)() : run();
    draft.assertRoom(this.#catalogueLimit);
    const appended = this.#log.append(draft.changes, end.lastId, draft.keys);
    this.#log.rememberEnd(draft.end);
    const changes = (earlier ? [earlier] : appended).map(({ number, hash, coffeeId }) => ({ number, hash, coffeeId }));
    return {
      value: { changes, kept, dayKey: "", touched },
      end: draft.end,
      isNew: appended.length > 0,
      changes: appended,
    };
  }

  #wasMade(request: LoggedWrite): boolean {
    return request.kind === "add" && request.key !== undefined && this.#log.addByKey(request.key) !== undefined;
  }

  #writeUnlogged(run: () => string): Promise<Outcome> {
    return this.#queue.write((end) => {
      const dayKey = run();
      return { value: { changes: [], kept: [], dayKey }, end, isNew: true, changes: [] };
    });
  }

  #run(request: Exclude<UnloggedWrite, { kind: "forgetDayKeys" }>): string {
    if (request.kind === "dayKey") return this.#dayKey(request.day);
    this.#assertNotMoving();
    if (request.kind === "thaw") this.#database.exec("DELETE FROM freeze");
    else {
      const { since, words } = request.freeze;
      this.#database.prepare("INSERT OR REPLACE INTO freeze (only, since, words) VALUES (1, ?, ?)").run(since, words);
    }
    return "";
  }

  #dayKey(day: string): string {
    const existing = this.#selectDayKey.get(day, dayAfter(day));
    if (existing !== undefined) return existing;
    const key = randomBytes(dayKeyBytes).toString("hex");
    this.#database.prepare("INSERT OR REPLACE INTO day_key (only, day, key) VALUES (1, ?, ?)").run(day, key);
    this.#mayHoldOldKey = true;
    return key;
  }

  async #forgetDayKeys(before: string): Promise<Outcome> {
    const outcome = await this.#writeUnlogged(() => {
      if (deleteDayKeys(this.#database, before)) this.#mayHoldOldKey = true;
      return "";
    });
    if (this.#mayHoldOldKey) this.#mayHoldOldKey = !this.#queue.emptyLog();
    return outcome;
  }
}

/** The fields that an undo leaves as they are, and the change of an add that was sent before with the same key. */
type FillResult = Readonly<{ kept: readonly SupersededFields[]; earlier?: MadeChange; touched?: number }>;

const emptyResult: FillResult = { kept: [] };

/** Drafts the changes of a write. An erasure also rewrites changes in the log. */
function fill(draft: LogDraft, request: LoggedWrite, log: SqliteLog, onProgress: OnProgress | undefined): FillResult {
  switch (request.kind) {
    case "add": {
      const change = planAdd(request.text, request.key).draft(draft);
      return draft.changes.length > 0 ? emptyResult : { kept: [], earlier: change };
    }
    case "replace":
      planReplace(request.id, request.text, request.precondition).draft(draft);
      return emptyResult;
    case "remove":
      planRemove(request.id, request.precondition).draft(draft);
      return emptyResult;
    case "undo":
      return {
        kept: planUndoOf(request.numbers, { precondition: request.precondition, onProgress }).draft(draft).kept,
      };
    case "erase": {
      const many = { precondition: request.precondition, onProgress };
      const { touched } = runSteps(planErase(request.erasure, many).steps(draft), (step) => {
        if (step.kind === "read") return log.storedChanges(step.coffeeId, step.after);
        log.rewrite(step.changes);
        return [];
      });
      return { kept: [], touched };
    }
    case "import":
      planImport(request.coffees, request.isWhole, { precondition: request.precondition, onProgress }).draft(draft);
      return emptyResult;
  }
}
