// Over 300 lines: the tests share a product server that fails as each of them says.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { addresses } from "../../app/shop/addresses.ts";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import { allBadHabits, urlOf } from "../../test/servers/classic-product-server.ts";
import {
  callsOf,
  cardOf,
  expect,
  formOf,
  latte,
  listArrived,
  notices,
  open,
  sendAndStay,
  submitOf,
  test as base,
} from "../fixtures.ts";

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
};

/** Twice the time that a document waits for another product server, to allow for a busy machine. */
const boundMs = 6_000;

/** A failing product server: the handler that a test gives it, or a port on which nobody listens. */
type Trouble = {
  trouble: Readonly<{ answer: RequestListener | "nobody listens"; settings?: Readonly<Record<string, string>> }>;
};

const test = base.extend<Trouble>({
  trouble: [{ answer: "nobody listens" }, { option: true }],
  environment: async ({ trouble: { answer, settings } }, use) => {
    const server = createServer((request, reply) => {
      if (answer !== "nobody listens") answer(request, reply);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const PRODUCT_SERVER_URL = urlOf(server);
    if (answer === "nobody listens") server.close();
    await use({ PRODUCT_SERVER_URL, ...settings });
    server.close();
    server.closeAllConnections();
  },
});

test.use({ expected: { console: /failed|Failed|ERR_|503|404|CORS/ } });

const acknowledge: RequestListener = (_request, reply) => {
  reply.writeHead(200, { "content-type": "application/json" }).end('{"acknowledged":true,"insertedId":"1"}');
};

test.describe("@own forms without scripts, with another product server", { tag: "@extras" }, () => {
  test.use({ trouble: { answer: acknowledge, settings: { WRITE_LIMIT: "10" } } });

  test("are rate-limited by the storefront: the sixth from one address gets 429", async ({ page }) => {
    const replies = [];
    for (let at = 0; at < 6; at += 1) {
      const form = { ...emptyFields, price: "", key: String(at) };
      replies.push(await page.request.post(addresses.addNewCoffee, { form, maxRedirects: 0 }));
    }
    expect(replies.map((reply) => reply.status())).toEqual([303, 303, 303, 303, 303, 429]);
    const last = replies.at(-1);
    expect(last?.headers()["content-type"]).toBe("text/plain; charset=utf-8");
    expect(await last?.text()).toMatch(
      /^Too many changes in a short time\n\nToo many changes came from your internet address/,
    );
  });
});

test.describe("@own a product server that is down", () => {
  test("home opens without cards, and a notice says why", async ({ page }) => {
    const reply = await page.goto(addresses.home);
    expect(reply?.status()).toBe(200);
    await expect(page.getByRole("heading", { name: "Our Popular Products" })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
    await expect(notices(page)).toContainText("We couldn't reach the shop.");
  });

  test("a coffee's page opens with blanks", async ({ page }) => {
    const reply = await page.goto(addresses.coffeeDetails("a".repeat(24)));
    expect(reply?.status()).toBe(503);
    await expect(page.getByRole("heading", { name: "Niceties" })).toBeVisible();
    await expect(page.getByRole("definition").first()).toHaveText("");
  });

  test("the add form keeps what was typed", async ({ page }) => {
    await open(page, addresses.addNewCoffee);
    await formOf(page).getByLabel("Name").fill("Patience");
    await submitOf(page).click();
    await expect(notices(page)).toContainText("We don't know whether your coffee was added.");
    await expect(formOf(page).getByLabel("Name")).toHaveValue("Patience");
  });
});

test.describe("@own a product server that never answers", () => {
  test.use({ trouble: { answer: () => {} } });

  test("home and a coffee's page each still open within six seconds", { tag: "@long" }, async ({ page }) => {
    page.setDefaultNavigationTimeout(boundMs);
    await page.goto(addresses.home);
    await expect(page.getByRole("heading", { name: "Our Popular Products" })).toBeVisible();
    await page.goto(addresses.coffeeDetails("a".repeat(24)));
    await expect(page.getByRole("heading", { name: "Niceties" })).toBeVisible();
  });
});

const id = "a".repeat(24);

/** Answers browsers, whose requests have an Origin header, but never the storefront when it renders a document. */
const slow: RequestListener = ({ headers, url }, reply) => {
  if (headers.origin) reply.writeHead(200, cors).end(JSON.stringify(url === "/coffee" ? [] : { ...latte, _id: id }));
};

for (const extras of ["on", "off"]) {
  test.describe(`@own a product server that answers browsers but not documents, with extras ${extras}`, () => {
    test.use({ trouble: { answer: slow, settings: { EXTRAS: extras } } });

    test(
      `extras ${extras}: the browser requests the coffee once and shows it on its page`,
      { tag: "@long" },
      async ({ page }) => {
        const calls = callsOf(page);
        await page.goto(addresses.coffeeDetails(id));
        await expect(page.getByRole("definition").first()).toHaveText(latte.name);
        await expect(page).toHaveTitle(new RegExp(latte.name));
        await expect(notices(page).locator(".notice")).toHaveCount(0);
        expect(calls.toSorted()).toEqual(["GET /coffee", `GET /coffee/${id}`]);
      },
    );

    test(`extras ${extras}: the update form fills when the coffee arrives, and keeps the text typed before`, async ({
      page,
    }) => {
      const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
      await page.route(`**/coffee/${id}`, async (route) => {
        await gate;
        await route.fallback();
      });
      await page.goto(addresses.updateCoffee(id));
      await formOf(page).getByLabel("Chef", { exact: true }).fill("Typed meanwhile");
      openGate();
      await expect(formOf(page).getByLabel("Name")).toHaveValue(latte.name);
      await expect(formOf(page).getByLabel("Price")).toHaveValue("340");
      await expect(formOf(page).getByLabel("Chef", { exact: true })).toHaveValue("Typed meanwhile");
      await expect(page.getByText(latte.chef)).toHaveCount(extras === "on" ? 1 : 0);
      const requestPromise = page.waitForRequest((request) => request.method() === "PUT");
      await formOf(page).getByRole("button", { name: "update Coffee" }).click();
      expect((await requestPromise).postDataJSON()).toEqual({ ...latte, _id: id, chef: "Typed meanwhile" });
    });
  });
}

test.describe("@own a product server that closes every connection", () => {
  test.use({ trouble: { answer: (_request, reply) => void reply.destroy() } });

  test("the browser requests the coffee three times, then stops", async ({ page }) => {
    await page.clock.install();
    const calls = callsOf(page);
    const readCount = () => calls.filter((call) => call === `GET /coffee/${id}`).length;
    let failed = 0;
    page.on("requestfailed", (request) => (failed += Number(request.url().endsWith(`/coffee/${id}`))));
    await page.goto(addresses.coffeeDetails(id));
    // The page starts the pause before a retry only after it sees the last failure, so run the clock until then.
    await expect.poll(() => page.clock.runFor(8_000).then(readCount)).toBe(3);
    await expect.poll(() => failed).toBe(3);
    await expect(notices(page)).toContainText("We couldn't reach the shop.");
    for (let hour = 0; hour < 3; hour++) await page.clock.runFor(3_600_000);
    expect(readCount()).toBe(3);
  });
});

const nonsense: Record<string, RequestListener> = {
  "a page of HTML": (_request, reply) =>
    reply.writeHead(200, { ...cors, "content-type": "text/html" }).end("<h1>Hello</h1>"),
  "an object for a list": (_request, reply) => reply.writeHead(200, cors).end('{"coffees":[]}'),
  "a list of what are no coffees": (_request, reply) =>
    reply.writeHead(200, cors).end('[null,3,"x",[],{"name":{"a":1},"price":[]}]'),
  "an error without JSON": (_request, reply) => reply.writeHead(502, cors).end("Bad gateway"),
  "a reply that breaks off": (_request, reply) => {
    reply.writeHead(200, { ...cors, "content-length": "100" }).write("[");
    reply.destroy();
  },
};

for (const [name, answer] of Object.entries(nonsense)) {
  test.describe(`@own a product server that answers ${name}`, () => {
    test.use({ trouble: { answer } });

    test(
      `given ${name}, home, details and update still open, and the update form keeps its text`,
      { tag: "@long" },
      async ({ page }) => {
        await open(page, addresses.home);
        await expect(page.getByRole("heading", { name: "Our Popular Products" })).toBeVisible();
        await open(page, addresses.coffeeDetails("a".repeat(24)));
        await expect(page.getByRole("heading", { name: "Niceties" })).toBeVisible();
        await open(page, addresses.updateCoffee("a".repeat(24)));
        await formOf(page).getByLabel("Name").fill("Here still");
        await submitOf(page).click();
        await expect(formOf(page).getByLabel("Name")).toHaveValue("Here still");
        await page.getByRole("link", { name: "Back to home" }).click();
        await expect(page.getByRole("heading", { name: "Our Popular Products" })).toBeVisible();
      },
    );
  });
}

base.describe("@classic a classic product server", () => {
  base("the storefront serves no coffees itself: /coffee is its not-found page", async ({ shop }) => {
    const reply = await fetch(`${shop.url}/coffee`);
    expect(reply.status).toBe(404);
    expect(reply.headers.get("content-type")).toContain("text/html");
  });

  base("both the first document and the browser ask that server", async ({ page, shop }) => {
    const document = await fetch(shop.url);
    expect(await document.text()).toContain(latte.name);
    const requestPromise = page.waitForRequest(`${shop.productServerUrl}/coffee`);
    await page.goto(addresses.home);
    await requestPromise;
    await expect(cardOf(page, latte.name)).toBeVisible();
  });

  base("the policy lets pages connect only to the shop and to that server", async ({ shop }) => {
    const policy = (await fetch(shop.url)).headers.get("content-security-policy");
    expect(policy).toContain(`connect-src 'self' ${shop.productServerUrl};`);
  });

  for (const badHabits of [[], ["answersUnknownWithNothing"]] as const)
    base.describe(`that answers ${badHabits.length > 0 ? "nothing" : "null"} for an unknown id`, () => {
      base.use({ badHabits });
      base.use({ expected: { console: /failed|404/ } });

      base("a coffee's page is blank, with status 404", async ({ page }) => {
        const reply = await page.goto(addresses.coffeeDetails("f".repeat(24)));
        expect(reply?.status()).toBe(404);
        await expect(page.getByRole("definition").first()).toHaveText("");
      });
    });

  base.describe("with every bad habit", () => {
    base.use({ badHabits: allBadHabits, expected: { console: /[Ff]ailed/ } });

    base("values that are not text are shown, and an edit of the name keeps them", async ({ page, shop }) => {
      await open(page, addresses.home);
      await expect(cardOf(page, "Other Values")).toBeVisible();
      await expect(page.getByText("[object Object]")).toHaveCount(0);
      const stored = async (): Promise<readonly Coffee[]> => (await fetch(`${shop.productServerUrl}/coffee`)).json();
      const before = (await stored()).find(({ name }) => name === "Other Values");
      await page.goto(addresses.updateCoffee(before?._id ?? ""));
      await expect(formOf(page).getByLabel("Details")).toHaveValue("roast: dark");
      await expect(formOf(page).getByLabel("Category")).toHaveValue("milk, cold");
      await formOf(page).getByLabel("Name").fill("Other Name");
      await submitOf(page).click();
      await expect(cardOf(page, "Other Name")).toBeVisible();
      const after = (await stored()).find(({ _id }) => _id === before?._id);
      expect(after).toEqual({ ...before, name: "Other Name" });
    });
  });

  base.describe("with a price in words", () => {
    base.use({ badHabits: ["holdsOddCoffees"] });

    base(
      "the update form's Price is empty, and an edit of another field sends the price unchanged",
      async ({ page }) => {
        await open(page, addresses.home);
        const edit = page.getByRole("link", { name: "Edit Without Chef" });
        await open(page, (await edit.getAttribute("href")) ?? "");
        await expect(formOf(page).getByLabel("Price")).toHaveValue("");
        await formOf(page).getByLabel("Chef").fill("Somebody");
        const requestPromise = page.waitForRequest((request) => request.method() === "PUT");
        await submitOf(page).click();
        expect((await requestPromise).postDataJSON()).toMatchObject({
          price: "two hundred",
          photo: null,
          chef: "Somebody",
        });
        await expect(cardOf(page, "Without Chef")).toContainText("two hundred Taka");
      },
    );
  });

  base.describe("that upserts", { tag: "@extras" }, () => {
    base.use({ badHabits: ["upserts"] });

    base("an edit of a deleted coffee is saved as a new one, and a notice says so", async ({ page, shop }) => {
      const [first] = await shop.list();
      await open(page, addresses.home);
      await listArrived(page);
      await page.getByRole("link", { name: `Edit ${latte.name}` }).click();
      await expect(formOf(page).getByLabel("Name")).toHaveValue(latte.name);
      await fetch(`${shop.productServerUrl}/coffee/${first?._id}`, { method: "DELETE" });
      const other = "b".repeat(24);
      await page.route("**/coffee/*", async (route) => {
        if (route.request().method() !== "PUT") return route.fallback();
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), upsertedId: other } });
      });
      await formOf(page).getByLabel("Name").fill("Added Instead");
      await sendAndStay(page);
      await expect(notices(page)).toContainText("so it saved yours as a new one");
      const sentAgain = page.waitForRequest((request) => request.method() === "PUT");
      await sendAndStay(page);
      expect((await sentAgain).url()).toContain(other);
      await page.getByRole("link", { name: "Back to home" }).click();
      await expect(page.getByRole("article")).toHaveCount(2);
      await expect(cardOf(page, "Added Instead").getByRole("link", { name: "Edit" })).toHaveAttribute(
        "href",
        new RegExp(other),
      );
    });
  });
});
