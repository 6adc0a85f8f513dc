import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { operator } from "../../catalogue/coffee-store.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { coffeeText, fieldsOf, type CoffeeText } from "../../catalogue/coffee-text.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { openStore } from "../../store/open-store.ts";
import { edited, namesOf } from "../../test/coffee-texts.ts";
import { Workplace } from "../../test/run-niceties.ts";
import { confirmAndUndo } from "./undo.ts";

const opened = new Date("2026-11-21T08:00:00.000Z");
const vandal = "0f3c01d4e7a2";

/** A coffee with exactly the digits of `price`. */
function priced(name: string, price: string): CoffeeText {
  return coffeeText({ ...emptyFields, name, price: Number(price) }, price);
}

/** Minutes after the shop opened, at 14:00 in Dhaka. */
function after(minutes: number): Date {
  return new Date(opened.getTime() + minutes * 60_000);
}

let place: Workplace;
beforeEach(async () => {
  place = new Workplace();
  const store = openStore(place.data, sampleCoffees.slice(0, 2), opened);
  const [one, other] = (await store.list()).coffees;
  if (!one || !other) throw new Error("There are no samples.");
  await store.replace(one.id, edited(one.text, { name: "spoilt", taste: "ash" }), { visitor: vandal, at: after(10) }); // 3
  await store.remove(other.id, { visitor: vandal, at: after(20) }); // 4
  await store.add(priced("spam", "250.00"), { visitor: vandal, at: after(30) }); // 5
  await store.replace(one.id, edited(one.text, { name: "Dudh Malai", taste: "ash" }), {
    visitor: "a1b2",
    at: after(40),
  }); // 6
  await store.replace(one.id, edited(one.text, { name: "Dudh Malai", taste: "fig" }), {
    visitor: operator,
    at: after(50),
  }); // 7
  await store.close();
});
afterEach(() => place[Symbol.asyncDispose]());

async function namesLeft(): Promise<string[]> {
  const store = openStore(place.data, [], opened);
  const { coffees } = await store.list();
  await store.close();
  return namesOf(coffees);
}

describe("niceties history", () => {
  test("lists the newest changes first, with local time, author and fields", async () => {
    const { code, out, err } = await place.run("history", "--limit", "3");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.replaceAll(/[0-9a-f]{24}/g, "ID"))
      .toBe(`7  2026-11-21 14:50:00 +06:00  the operator updated "Dudh Malai" ID
    taste    – "ash"
             + "fig"
6  2026-11-21 14:40:00 +06:00  visitor a1b2 updated "Dudh Malai" ID
    name     – "spoilt"
             + "Dudh Malai"
5  2026-11-21 14:30:00 +06:00  visitor ${vandal} added "spam" ID
    name     + "spam"
    price    + 250.00
There may be more: --limit 30 shows them.
`);
  });

  test("selects by coffee, visitor and time, and gives one JSON document a line with exact prices", async () => {
    const runs = await Promise.all([
      place.run("history", "--visitor", vandal, "--since", "2026-11-21 14:20", "--until", "2026-11-21 14:30", "--json"),
      place.run("history", "--visitor", "nobody"),
    ]);
    const [found, none] = runs;
    expect(runs).toMatchObject([
      { code: 0, err: "" },
      { code: 0, err: "" },
    ]);
    const lines = (found?.out ?? "").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).number)).toEqual([5, 4]);
    expect(lines[0]).toContain('"price":250.00}');
    expect(none?.out).toBe("No change matches.\n");
    const coffee: string = JSON.parse(lines[0] ?? "").coffeeId;
    const { out } = await place.run("history", "--coffee", coffee, "--json");
    expect(out).toBe(`${lines[0]}\n`);
  });
});

describe("niceties undo", () => {
  test("without a terminal, shows which coffees come back, go and stay, and undoes nothing", async () => {
    const { code, out, err } = await place.run("undo", "--visitor", vandal);
    expect({ code, err }).toEqual({
      code: 1,
      err: "Nothing was undone: there is no terminal to ask on. Add --yes to do what is shown.\n",
    });
    expect(out.replaceAll(/[0-9a-f]{24}/g, "ID")).toBe(`To be undone: 2 changes of 2 coffees (4-5).
  is removed   "spam" ID
  comes back   "${sampleCoffees[1]?.name}" ID
  stays        "Dudh Malai" ID
    name stays: changed later by visitor a1b2, in change 6
    taste stays: changed later by the operator, in change 7
`);
    const preview = await place.run("undo", "--visitor", vandal, "--json");
    expect({ code: preview.code, ...JSON.parse(preview.out) }).toMatchObject({ code: 1, isDone: false, changes: [] });
    expect(preview.out).toContain('"price":250.00}');
    const present = { ...sampleCoffees[0], name: "Dudh Malai", taste: "fig" };
    const { coffees }: { coffees: { before: unknown; after: unknown }[] } = JSON.parse(preview.out);
    expect(coffees.map(({ before, after: left }) => [before, left])).toEqual([
      [expect.objectContaining({ name: "spam" }), null],
      [null, sampleCoffees[1]],
      [present, present],
    ]);
    expect(await namesLeft()).toEqual(["Dudh Malai", "spam"]);
  });

  test("with --yes undoes what it showed, and prints a command that undoes the undo", async () => {
    const { code, out, err } = await place.run("undo", "--visitor", vandal, "--yes");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(await namesLeft()).toEqual(["Dudh Malai", sampleCoffees[1]?.name]);
    const [, words = ""] = /^To undo that: niceties (.*)$/m.exec(out) ?? [];
    expect((await place.run(...words.split(" "), "--yes")).code).toBe(0);
    expect(await namesLeft()).toEqual(["Dudh Malai", "spam"]);
  });

  test("over a time range, leaves out the first coffees and the operator's changes, unless they are named", async () => {
    const since = ["--since", "2026-11-21 13:00"];
    const runs = await Promise.all([
      place.run("undo", ...since, "--dry-run", "--json"),
      place.run("undo", "--visitor", "operator", ...since, "--dry-run", "--json"),
      place.run("undo", "--change", "1-7", "--dry-run", "--json"),
    ]);
    const takenBack = runs.map(({ out }) =>
      JSON.parse(out).coffees.flatMap((coffee: { takenBack: number[] }) => coffee.takenBack),
    );
    expect(takenBack.map((numbers) => numbers.toSorted())).toEqual([[3, 4, 5, 6], [7], [1, 2, 3, 4, 5, 6, 7]]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await namesLeft()).toEqual(["Dudh Malai", "spam"]);
  });

  test("undoes nothing if one of the coffees changes between the question and the answer", async () => {
    const store = openStore(place.data, [], opened);
    const [spam] = (await store.list()).coffees.filter(({ text }) => fieldsOf(text).name === "spam");
    const yes = async () => {
      await store.replace(spam?.id ?? "", priced("worth keeping", "1"), { visitor: "a1b2", at: after(60) });
      return "yes" as const;
    };
    const undone = confirmAndUndo(store, { visitor: vandal }, { json: true }, yes);
    await expect(undone).rejects.toThrow(
      "Somebody changed the shop meanwhile, so nothing was undone. Run the command again to see what it would do now.",
    );
    await store.close();
    expect(await namesLeft()).toEqual(["Dudh Malai", "worth keeping"]);
  });

  test("reports a missing change, and that there is nothing left to undo", async () => {
    const unknown = await place.run("undo", "--change", "5-99", "--yes");
    expect(unknown).toMatchObject({ code: 1, err: "There is no change 99: the log has 7 changes.\n" });
    await place.run("undo", "--change", "5", "--yes");
    const again = await place.run("undo", "--change", "5", "--yes");
    expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^There is nothing to undo/) });
    expect((await place.run("history", "--limit", "4")).out).toContain("(undone)");
  });
});
