import { readdirSync } from "node:fs";
import { readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withId } from "../catalogue/coffee-text.ts";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { openStore } from "../store/open-store.ts";
import { confirmAndImport } from "./commands/import.ts";
import { Workplace } from "../test/run-niceties.ts";

const at = new Date("2026-11-21T08:00:00.000Z");

let place: Workplace;
beforeEach(async () => {
  place = new Workplace();
  await openStore(place.data, sampleCoffees, at).close();
});
afterEach(() => place[Symbol.asyncDispose]());

/** The list, byte for byte as `GET /coffee` returns it. */
async function listText(): Promise<string> {
  const store = openStore(place.data, [], at);
  const { coffees } = await store.list();
  await store.close();
  return `[${coffees.map(({ id, text }) => withId(id, text)).join(",")}]`;
}

async function removeAll(): Promise<void> {
  const store = openStore(place.data, [], at);
  await store.importAll([], { visitor: "0f3c", at: new Date("2026-11-21T09:00:00.000Z") }, true);
  await store.close();
}

describe("niceties export, import and as-of", () => {
  test.for(["coffees.json", "coffees.csv", "coffees.jsonl", "coffees.html"])(
    "exporting to %s and importing it again restores every coffee byte for byte",
    async (file) => {
      const before = await listText();
      expect(await place.run("export", file)).toMatchObject({ code: 0, out: `${file}: 12 coffees.\n`, err: "" });
      await removeAll();
      const { code, out, err } = await place.run("import", file, "--replace", "--yes");
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toMatch(
        /^12 coffees to add, .*\nImported, as 12 changes\. To undo it: niceties undo --change 25-36\n$/,
      );
      expect(await listText()).toBe(before);
    },
  );

  test("as-of prints the list at a time or change, byte for byte as GET /coffee returns it", async () => {
    const before = await listText();
    await removeAll();
    const [byTime, byChange, first] = await Promise.all([
      place.run("as-of", "2026-11-21 14:30"),
      place.run("as-of", "12"),
      place.run("as-of", "2026-11-21 13:59"),
    ]);
    expect([byTime?.out, byChange?.out, first?.out]).toEqual([before, before, "[]"]);
    expect(await place.run("as-of", "99")).toMatchObject({
      code: 1,
      err: "There is no change 99: the log has 24 changes.\n",
    });
    expect(await place.run("as-of", "12", "--out", "then.csv")).toMatchObject({
      out: "then.csv: 12 coffees as of 2026-11-21 14:00:00 +06:00.\n",
    });
  });

  test("with --json, export and as-of report the file that they wrote, and fail without a file", async () => {
    const exported = await place.run("export", "coffees.csv", "--json");
    const then = await place.run("as-of", "12", "--out", "then.json", "--json");
    expect([exported, then].map(({ code, out }) => [code, JSON.parse(out)])).toEqual([
      [0, { file: "coffees.csv", format: "csv", coffees: 12 }],
      [0, { file: "then.json", format: "json", coffees: 12, time: at.toISOString() }],
    ]);
    for (const words of [["export"], ["as-of", "12"]]) {
      const { code, out, err } = await place.run(...words, "--json");
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toMatch(/^--json speaks of a file: name one to write the coffees into\. niceties /);
    }
  });

  test("an import names every bad row, and imports nothing", async () => {
    const before = await listText();
    await writeFile(join(place.path, "bad.json"), '[{"name":"good"},{"name":1},{"price":"x","colour":"red"}]');
    const { code, out, err } = await place.run("import", "bad.json");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^Row 2.*name.*\nRow 3.*price.*\nRow 3.*colour.*\nNothing was imported\. Correct bad\.json/);
    expect(await listText()).toBe(before);
  });

  test("an import ignores the fields of --ignore-field, and first shows what --replace deletes", async () => {
    await writeFile(join(place.path, "new.json"), '[{"name":"new","__v":0}]');
    const words = ["import", "new.json", "--replace", "--ignore-field", "__v"];
    const before = await listText();
    const refusal = await place.run(...words);
    expect(refusal).toMatchObject({
      code: 1,
      out: "1 coffee to add, 0 to update, 12 to delete; 0 stay as they are.\n",
      err: "Nothing was imported: there is no terminal to ask on. Add --yes to do what is shown.\n",
    });
    expect((await place.run(...words, "--dry-run", "--json")).out).toBe(
      '{"isDone":false,"added":1,"changed":0,"unchanged":0,"deleted":12,"changes":[]}\n',
    );
    expect(await listText()).toBe(before);
    expect((await place.run(...words, "--yes")).code).toBe(0);
    expect(JSON.parse(await listText())).toEqual([expect.objectContaining({ name: "new" })]);
  });

  test("an import with --replace imports nothing if the shop has changed since the preview", async () => {
    const store = openStore(place.data, [], at);
    const yes = async () => {
      await store.remove((await store.list()).coffees[0]?.id ?? "", { visitor: "0f3c", at });
    };
    await expect(confirmAndImport(store, [], { replace: true }, yes)).rejects.toThrow(
      "Somebody changed the shop meanwhile, so nothing was imported. Run the command again to see what it would do now.",
    );
    expect((await store.list()).coffees).toHaveLength(11);
    await store.close();
  });

  test("an export to an unknown format and an import that is not UTF-8 are refused with advice", async () => {
    await writeFile(join(place.path, "latin.csv"), Buffer.from("name\ncaf\xe9\n", "latin1"));
    const [unknown, latin] = await Promise.all([place.run("export", "coffees.txt"), place.run("import", "latin.csv")]);
    expect(unknown).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^coffees\.txt does not say its format: end/),
    });
    expect(latin).toMatchObject({ code: 1, err: expect.stringMatching(/^latin\.csv is not in UTF-8\. Save it/) });
    expect(readdirSync(place.path).toSorted()).toEqual(["data", "latin.csv"]);
  });
});

describe("niceties backup, restore, drill, verify and doctor", () => {
  test("a backup can be drilled, verified and, with --yes, restored over the shop", async () => {
    const before = await listText();
    const made = await place.run("backup", "--json");
    const { file, changes, coffees } = JSON.parse(made.out);
    expect({ changes, coffees, err: made.err }).toEqual({ changes: 12, coffees: 12, err: "" });
    await removeAll();
    const [drilled, verified, refused] = [
      await place.run("drill"),
      await place.run("verify", file),
      await place.run("restore", file),
    ];
    expect(drilled.out).toMatch(/\nIt can be restored\. It is 0 minutes old, and 12 changes behind\.\n$/);
    expect(verified).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\nEverything that was checked is right\.\n$/),
    });
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^Nothing was restored: there is a shop in/) });
    const { code, out } = await place.run("restore", file, "--yes");
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/What was there before is kept\. To go back/),
    });
    expect(await listText()).toBe(before);
    const again = await place.run("restore", file, "--to", "elsewhere", "--json");
    const { hash } = JSON.parse(made.out);
    expect({ code: again.code, ...JSON.parse(again.out) }).toMatchObject({
      code: 0,
      file: "elsewhere/niceties.db",
      changes: 12,
      coffees: 12,
      hash,
      before: null,
    });
  });

  test("drill, verify and restore report a truncated backup, and the shop stays unchanged", async () => {
    const { file } = JSON.parse((await place.run("backup", "--json")).out);
    await truncate(join(place.path, file), 20_480);
    const before = await listText();
    const [drilled, verified, restored] = await Promise.all([
      place.run("drill", "--json"),
      place.run("verify", file, "--json"),
      place.run("restore", file, "--yes"),
    ]);
    expect([drilled?.code, verified?.code, restored?.code]).toEqual([1, 1, 1]);
    expect(JSON.parse(drilled?.out ?? "")).toMatchObject({
      isGood: false,
      why: expect.stringMatching(/The file is not/),
    });
    expect(JSON.parse(verified?.out ?? "")).toMatchObject({ isSound: false });
    expect(restored?.err).toMatch(/does not verify, so nothing was restored: The file is not what it was/);
    expect(await listText()).toBe(before);
  });

  test("a drill reports that there is no backup, or that the newest is of another shop", async () => {
    expect(await place.run("drill")).toMatchObject({
      code: 1,
      err: "There is no backup in data/backups. niceties backup makes one.\n",
    });
    await place.run("backup");
    await rename(join(place.data, "backups"), join(place.path, "backups"));
    await rm(place.data, { recursive: true });
    await openStore(place.data, sampleCoffees, at).close();
    await rename(join(place.path, "backups"), join(place.data, "backups"));
    expect((await place.run("drill")).out).toMatch(
      /It is not a backup of this shop: change 12 of the shop is a different one/,
    );
  });

  test("a drill with --from restores the newest backup of that directory", async () => {
    await place.run("backup", "--to", "elsewhere");
    const { code, out } = await place.run("drill", "--from", "elsewhere", "--json");
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      code: 0,
      isGood: true,
      backup: expect.stringMatching(/^elsewhere\/niceties-/),
      changesBehind: 0,
    });
  });

  test("backup, drill and doctor use the directory in BACKUPS_DIR", async () => {
    await writeFile(join(place.path, "niceties.env"), "BACKUPS_DIR=elsewhere\n");
    const { file } = JSON.parse((await place.run("backup", "--json")).out);
    expect(file).toMatch(/^elsewhere\/niceties-/);
    expect(JSON.parse((await place.run("drill", "--json")).out)).toMatchObject({ isGood: true, backup: file });
    expect((await place.run("doctor")).out).toMatch(/^✓ Backup: The newest is 0 minutes old/m);
  });

  test("verify names the first change that does not fit, and doctor suggests a restore", async () => {
    const file = join(place.data, "niceties.db");
    const bytes = await readFile(file);
    bytes.write("Cardamon", bytes.indexOf("Cardamom"));
    await writeFile(file, bytes);
    const [verified, doctor] = [await place.run("verify"), await place.run("doctor")];
    expect(verified.code).toBe(1);
    expect(verified.out).toMatch(
      /\n✗ log: Change \d+ does not fit: .*\nEverything up to change \d+ is right\. Keep a copy of this/,
    );
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(/\n✗ Data, log: .* niceties restore brings a backup back\.\n/);
  });

  test("doctor finds nothing wrong with a sound shop", async () => {
    await place.run("backup");
    const { code, out, err } = await place.run("doctor");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const what of [
      "Node",
      "Settings",
      "Port",
      "Directory",
      "Space",
      "Lock",
      "Data, seal",
      "Data, log",
      "Clock",
      "Backup",
    ]) {
      expect(out).toMatch(new RegExp(`^✓ ${what}: `, "m"));
    }
  });
});
