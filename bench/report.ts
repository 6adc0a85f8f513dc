import { figure, megabytes, spreadFigure, wholeNumber } from "./figures/numbers.ts";
import { ratioSpread, spreadOf, type Spread } from "./figures/spread.ts";
import { markdownTable, plainTable, type Table } from "./figures/table.ts";
import { limitName, type Figures, type Footprint, type PeerFigures, type Results, type Row } from "./measures/row.ts";

/** If the generator is busy for more of its core than this, the figures measure the generator. */
const busyShare = 0.9;

/** All tables, as plain text for a terminal or as Markdown. */
export function report(results: Results, isMarkdown: boolean): string {
  const print = isMarkdown ? markdownTable : plainTable;
  const titled = (title: string, table: Table) =>
    table.rows.length === 0 ? [] : [`${isMarkdown ? "#### " : ""}${title}`, print(table)];
  const bySize = (title: string, rows: readonly Row[], tableOf: (rows: readonly Row[]) => Table) =>
    [...new Set(rows.map(({ size }) => size))].flatMap((size) =>
      titled(`${title}, ${wholeNumber(size)} coffees`, tableOf(rows.filter((row) => row.size === size))),
    );
  return [
    ...bySize("Reads", results.reads, loadTable),
    ...bySize("Writes", results.writes, loadTable),
    ...bySize("Paced reads", results.paced, pacedTable),
    ...titled("Start-up and memory", footprintTable(results.footprints)),
  ].join("\n\n");
}

function loadTable(rows: readonly Row[]): Table {
  return {
    head: ["row", "server", "per second", "p50 ms", "p99 ms", "CPU µs each", "rate ÷ bare", "CPU ÷ bare", "note"],
    words: 2,
    figures: 6,
    rows: rows.flatMap((row) =>
      row.peers.map((peer) => [
        row.name,
        peer.peer,
        spreadFigure(over(peer, ({ perSecond }) => perSecond)),
        figure(over(peer, ({ latency }) => latency.p50)?.median),
        figure(over(peer, ({ latency }) => latency.p99)?.median),
        figure(over(peer, ({ cpuMicros }) => cpuMicros)?.median),
        ratio(row, peer, ({ perSecond }) => perSecond),
        ratio(row, peer, ({ cpuMicros }) => cpuMicros),
        noteOf(peer),
      ]),
    ),
  };
}

function pacedTable(rows: readonly Row[]): Table {
  return {
    head: ["row", "server", "p50 ms", "p99 ms", "p99.9 ms", "worst ms", "p99 ÷ bare", "note"],
    words: 2,
    figures: 5,
    rows: rows.flatMap((row) =>
      row.peers.map((peer) => [
        row.name,
        peer.peer,
        spreadFigure(over(peer, ({ latency }) => latency.p50)),
        spreadFigure(over(peer, ({ latency }) => latency.p99)),
        spreadFigure(over(peer, ({ latency }) => latency.p999)),
        figure(over(peer, ({ latency }) => latency.worst)?.most),
        ratio(row, peer, ({ latency }) => latency.p99),
        noteOf(peer),
      ]),
    ),
  };
}

function footprintTable(footprints: readonly Footprint[]): Table {
  return {
    head: ["coffees", "server", "first coffee ms", "first list ms", "at rest MB", "own MB", "peak MB"],
    words: 2,
    figures: 5,
    rows: footprints.map(({ size, peer, oneMs, listMs, restBytes, ownBytes, peakBytes }) => [
      wholeNumber(size),
      peer,
      spreadFigure(spreadOf(oneMs)),
      spreadFigure(spreadOf(listMs)),
      megabytes(restBytes),
      megabytes(ownBytes),
      megabytes(peakBytes),
    ]),
  };
}

type ValueOf = (figures: Figures) => number | undefined;

function valuesOf({ rounds }: PeerFigures, value: ValueOf): readonly (number | undefined)[] {
  return rounds.map((figures) => figures && value(figures));
}

function over(peer: PeerFigures, value: ValueOf): Spread | undefined {
  return spreadOf(valuesOf(peer, value));
}

/** Only whole rounds can be compared: a peer with a single request has figures, but no ratio. */
function ratio({ peers }: Row, peer: PeerFigures, value: ValueOf): string {
  const limit = peers.find((each) => each.peer === limitName);
  if (!limit || limit === peer || limit.note || peer.note) return "";
  return spreadFigure(ratioSpread(valuesOf(peer, value), valuesOf(limit, value)));
}

function noteOf(peer: PeerFigures): string {
  const share = over(peer, ({ generatorShare }) => generatorShare)?.median ?? 0;
  return [peer.note ?? "", share > busyShare ? "generator busy" : ""].filter(Boolean).join(", ");
}
