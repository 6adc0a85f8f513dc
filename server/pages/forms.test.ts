// Over 300 lines: the tests share the functions that send a form and read the reply.
import { expect, test } from "vitest";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import { openTestShop, type TestShop } from "../../test/servers/open-test-shop.ts";

const latte = {
  name: "Nolen Gur Latte",
  chef: "Tanvir Hasan",
  supplier: "",
  taste: "Smoke",
  category: "",
  details: "One\nTwo",
  photo: "",
  price: 340,
};

/** Sends a form, by default without any header that names its origin. */
async function send(shop: TestShop, path: string, form: Record<string, string> | string, headers = {}) {
  const body = typeof form === "string" ? form : new URLSearchParams(form).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const reply = await fetch(shop.url + path, {
    method: "POST",
    headers: { ...type, ...headers },
    body,
    redirect: "manual",
  });
  return { status: reply.status, location: reply.headers.get("location"), html: await reply.text() };
}

async function list(shop: TestShop): Promise<readonly Coffee[]> {
  return (await fetch(`${shop.url}/coffee`)).json();
}

async function versionOf(shop: TestShop): Promise<number> {
  return (await shop.store.version()).number;
}

/** The fields of the form at this path, as a browser sends them untouched. */
async function formAt(shop: TestShop, path: string): Promise<Record<string, string>> {
  const html = await (await fetch(shop.url + path)).text();
  const page = html.slice(html.indexOf('class="coffee-form"') - 200);
  const inputs = page.matchAll(/<input(?=[^>]* name="(\w+)")(?:[^>]*? value="([^"]*)")?[^>]*>/g);
  const [, details = ""] = /<textarea[^>]*name="details"[^>]*>([^<]*)</.exec(page) ?? [];
  const form = Object.fromEntries(Array.from(inputs, ([, name = "", value = ""]) => [name, unescaped(value)]));
  return { ...form, details: unescaped(details).replaceAll("\n", "\r\n") };
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { "&quot;": '"', "&amp;": "&", "&#x27;": "'", "&lt;": "<", "&gt;": ">" };
  return text.replaceAll(/&(?:quot|amp|#x27|lt|gt);/g, (sign) => signs[sign] ?? sign);
}

const textFields = { ...emptyFields, price: "", key: "1" };

test.for([
  [{ "sec-fetch-site": "same-origin", origin: "https://proxy.example" }, true],
  [{}, true],
  [{ origin: "" }, true],
  [{ "sec-fetch-site": "cross-site" }, false],
  [{ "sec-fetch-site": "same-site" }, false],
  [{ "sec-fetch-site": "none" }, false],
  [{ origin: "https://other.example" }, false],
  [{ origin: "null" }, false],
  [{ referer: "https://other.example/page" }, false],
] as const)("a form with the headers %j is accepted: %s", async ([headers, isTaken]) => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const own = "origin" in headers && headers.origin === "" ? { origin: shop.url } : headers;
  const [coffee] = await list(shop);
  const before = await versionOf(shop);
  const replies = [
    await send(shop, "/add-new-coffee", { ...textFields, name: "New" }, own),
    await send(shop, `/update-coffee/${coffee?._id}`, await formAt(shop, `/update-coffee/${coffee?._id}`), own),
    await send(shop, `/coffee-details/${coffee?._id}?delete=`, {}, own),
    await send(shop, "/?undo=1", {}, own),
  ];
  expect(replies.map(({ status }) => status)).toEqual(isTaken ? [303, 200, 303, 200] : [403, 403, 403, 403]);
  expect((await versionOf(shop)) > before).toBe(isTaken);
});

test("a form that is sent twice adds one coffee; sent with other words, it adds another", async () => {
  await using shop = await openTestShop();
  const form = { ...(await formAt(shop, "/add-new-coffee")), name: "Once" };
  expect(form).toHaveProperty("key");
  const [first, second] = await Promise.all([send(shop, "/add-new-coffee", form), send(shop, "/add-new-coffee", form)]);
  expect([first.status, second.status]).toEqual([303, 303]);
  await send(shop, "/add-new-coffee", { ...form, chef: "Rahim" });
  const again = await formAt(shop, "/add-new-coffee");
  await send(shop, "/add-new-coffee", { ...again, name: "Once" });
  expect((await list(shop)).map(({ name, chef }) => [name, chef])).toEqual([
    ["Once", ""],
    ["Once", "Rahim"],
    ["Once", ""],
  ]);
});

test("each add form has its own key, and a form without a key is refused", async () => {
  await using shop = await openTestShop();
  const [one, other] = [await formAt(shop, "/add-new-coffee"), await formAt(shop, "/add-new-coffee/")];
  expect(one["key"]).not.toBe(other["key"]);
  expect((await send(shop, "/add-new-coffee", { ...textFields, key: "" })).status).toBe(400);
  expect(await (await fetch(`${shop.url}/add-new-coffee/?lang=bn`)).text()).toContain(
    'action="/add-new-coffee?lang=bn"',
  );
  // Home is the same document for everybody.
  expect(await (await fetch(`${shop.url}/`)).text()).toBe(await (await fetch(`${shop.url}/?unknown`)).text());
});

test("a page has the same Content-Security-Policy each time, even if its form has another key", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const [coffee] = await list(shop);
  const policyAt = async (path: string) => (await fetch(shop.url + path)).headers.get("content-security-policy");
  for (const path of ["/", "/add-new-coffee", `/update-coffee/${coffee?._id}`, `/coffee-details/${coffee?._id}`]) {
    const policy = await policyAt(path);
    expect(policy).toContain("sha256-");
    expect(await policyAt(path)).toBe(policy);
  }
});

test("a refused form comes back with the same key", async () => {
  await using shop = await openTestShop();
  const form: Record<string, string> = { ...(await formAt(shop, "/add-new-coffee")), name: "Once" };
  const { html } = await send(shop, "/add-new-coffee", { ...form, price: "-1" });
  expect(html).toContain(`name="key" value="${form["key"]}"`);
});

test("an edit form sends untouched fields back unchanged, with the price's type and line endings", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const [coffee] = await list(shop);
  const path = `/update-coffee/${coffee?._id}`;
  const form = await formAt(shop, path);
  expect((await send(shop, path, form)).status).toBe(200);
  expect(await versionOf(shop)).toBe(1);
  expect((await send(shop, path, { ...form, chef: "Rahim" })).location).toBe("/?done=update&change=2");
  expect(await list(shop)).toEqual([{ ...coffee, chef: "Rahim" }]);
});

test("a refused form shows what was typed, with the error at its field", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const [coffee] = await list(shop);
  for (const path of ["/add-new-coffee", `/update-coffee/${coffee?._id}`]) {
    const form = { ...(await formAt(shop, path)), name: "Typed <here>", details: "A\r\nB", price: "twelve" };
    const { status, html } = await send(shop, path, form);
    expect(status).toBe(400);
    expect(html).toContain('value="Typed &lt;here&gt;"');
    expect(html).toMatch(/<textarea[^>]*>A\nB</);
    expect(html).toContain('value="twelve"');
    expect(html).toMatch(/id="price-error"[^>]*>must be a number of 0 or more, or empty</);
    expect(html).not.toMatch(/<script[^>]*type="module"/);
  }
  expect(await versionOf(shop)).toBe(1);
});

test("a form accepts a price with Bangla digits, thousands separators or a unit", async () => {
  await using shop = await openTestShop();
  for (const price of ["120 Taka", "৳১২০", "1,250.50", "012.50", " ", "Taka"])
    await send(shop, "/add-new-coffee", { ...textFields, name: price, price });
  expect((await list(shop)).map(({ price }) => price)).toEqual(["120", "120", "1250.50", "012.50", ""]);
});

test("an edit form without a loaded coffee is filled in around the typed fields, and replaces nothing", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const [coffee] = await list(shop);
  const path = `/update-coffee/${coffee?._id}`;
  const { status, html } = await send(shop, path, { ...textFields, chef: "Rahim", loaded: "null" });
  expect(status).toBe(409);
  expect(html).toContain("filled in the rest of the coffee around what you typed");
  expect(html).toMatch(/name="name"[^>]*value="Nolen Gur Latte"|value="Nolen Gur Latte"[^>]*name="name"/);
  const [, loaded = ""] = /name="loaded" value="([^"]*)"/.exec(html) ?? [];
  const again = { ...textFields, ...latte, price: "340", chef: "Rahim", loaded: unescaped(loaded) };
  expect((await send(shop, path, again)).status).toBe(303);
  expect(await list(shop)).toEqual([{ ...coffee, chef: "Rahim" }]);
});

test("an edit form with malformed loaded values is refused with 400, and changes nothing", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const [coffee] = await list(shop);
  const replies = ["{", "[".repeat(20_000), "[".repeat(20_000) + "]".repeat(20_000)].map((name) => {
    const loaded = JSON.stringify({ coffee: latte, tag: '"1"', otherValues: { name } });
    return send(shop, `/update-coffee/${coffee?._id}`, { ...textFields, name: latte.name, loaded });
  });
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(await versionOf(shop)).toBe(1);
  expect(shop.reports).toEqual([]);
});

test("two edits are merged, and a field that both changed shows both texts", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const [coffee] = await list(shop);
  const path = `/update-coffee/${coffee?._id}`;
  const [mine, yours, theirs] = [await formAt(shop, path), await formAt(shop, path), await formAt(shop, path)];
  await send(shop, path, { ...mine, chef: "Mine", taste: "Plum" });
  const { location } = await send(shop, path, { ...yours, supplier: "Yours" });
  expect(await (await fetch(shop.url + location)).text()).toContain(
    "We also kept what someone else changed: Chef, Taste.",
  );
  const { status, html } = await send(shop, path, { ...theirs, chef: "Theirs" });
  expect(status).toBe(412);
  expect(html).toMatch(/name="chef"[^>]*value="Theirs"|value="Theirs"[^>]*name="chef"/);
  expect(html).toContain("<q>Mine</q>");
  expect(await list(shop)).toEqual([{ ...coffee, chef: "Mine", taste: "Plum", supplier: "Yours" }]);
});

test("home redirects a delete to the page that asks first, and never to another site", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const leads = async (query: string) => {
    const { status, headers } = await fetch(`${shop.url}/?${query}`, { redirect: "manual" });
    return [status, headers.get("location")];
  };
  expect(await leads("lang=bn&delete+1=")).toEqual([302, "/coffee-details/1?lang=bn&delete="]);
  expect(await leads("delete+//other.example/x")).toEqual([302, "/coffee-details/%2F%2Fother.example%2Fx?delete="]);
  expect(await leads("delete+=")).toEqual([200, null]);
  expect(await list(shop)).toHaveLength(1);
});

test("only the form of the page that asks first deletes a coffee, and its undo restores it", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const [coffee] = await list(shop);
  const path = `/coffee-details/${coffee?._id}`;
  const html = await (await fetch(`${shop.url}${path}?delete=`)).text();
  expect(html).toContain("Delete Nolen Gur Latte?");
  expect((await send(shop, path, {})).status).toBe(400);
  expect(await list(shop)).toHaveLength(1);
  expect(await send(shop, `${path}?delete=`, {})).toMatchObject({ status: 303, location: "/?done=delete&change=2" });
  expect(await send(shop, `${path}?delete=`, {})).toMatchObject({ status: 303, location: "/?done=delete" });
  expect(await list(shop)).toEqual([]);
  const told = await (await fetch(`${shop.url}/?done=delete&change=2`)).text();
  expect(told).toContain("Nolen Gur Latte was deleted.");
  expect(told).toContain('action="/?undo=2"');
  expect(await send(shop, "/?undo=2", {})).toMatchObject({ location: "/?done=undo&change=3" });
  expect(await list(shop)).toEqual([coffee]);
});

test("a delete that is refused names the coffee", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte, latte, latte], environment: { WRITE_LIMIT: "10" } });
  const replies = [];
  for (const { _id } of await list(shop)) replies.push(await send(shop, `/coffee-details/${_id}?delete=`, {}));
  expect(replies.map(({ status }) => status)).toEqual([303, 303, 429]);
  expect(replies.at(-1)?.html).toContain("The shop didn&#x27;t delete Nolen Gur Latte.");
});

test("an undo that finds nothing to undo says so", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const [coffee] = await list(shop);
  const path = `/update-coffee/${coffee?._id}`;
  for (const taste of ["Plum", "Fig"]) await send(shop, path, { ...(await formAt(shop, path)), taste });
  const { status, html } = await send(shop, "/?undo=2", {});
  expect(status).toBe(200);
  expect(html).toContain("There&#x27;s nothing to undo: someone changed it later (Taste).");
  expect(await versionOf(shop)).toBe(3);
  await send(shop, `/coffee-details/${coffee?._id}?delete=`, {});
  expect((await send(shop, "/?undo=1", {})).html).toContain("It&#x27;s already gone.");
});

test("if changes cannot be shown, the page says why, and pages of changes have noindex", async () => {
  await using shop = await openTestShop();
  const html = await (await fetch(`${shop.url}/?changes=&before=x`)).text();
  expect(html).toMatch(/<div role="status"[^>]*><p><strong[^>]*>[^<]+</);
  for (const search of ["undo-all=nobody", "changes=", "done=add"])
    expect(await (await fetch(`${shop.url}/?${search}`)).text()).toContain(
      '<meta name="robots" content="noindex, nofollow"/>',
    );
  expect(await (await fetch(shop.url)).text()).not.toContain('name="robots"');
});

test("every form has a named field or button, as some browsers send an empty form as GET", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const [coffee] = await list(shop);
  await fetch(`${shop.url}/coffee/${coffee?._id}`, { method: "DELETE" });
  await fetch(`${shop.url}/coffee`, {
    method: "POST",
    body: JSON.stringify(latte),
    headers: { "content-type": "application/json" },
  });
  const [added] = await list(shop);
  const id = added?._id;
  const pages = [
    "/add-new-coffee",
    `/update-coffee/${id}`,
    `/coffee-details/${id}?delete`,
    "/?changes=",
    "/?done=add&change=3",
  ];
  for (const page of pages) {
    const html = await (await fetch(shop.url + page)).text();
    const forms = html.match(/<form[^>]* method="post".*?<\/form>/gs) ?? [];
    expect(forms.length, page).toBeGreaterThan(0);
    for (const form of forms) expect(form, page).toMatch(/<(?:input|button)[^>]* name="/);
  }
});

test("a form's replies are in the language of its address", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  const { location } = await send(shop, "/add-new-coffee?lang=bn", { ...textFields, name: "চা" });
  expect(location).toBe("/?lang=bn&done=add&change=2");
  expect(await (await fetch(shop.url + location)).text()).toContain("চা যোগ হয়েছে");
  const { html } = await send(shop, "/add-new-coffee?lang=bn", { ...textFields, price: "-1" });
  expect(html).toContain('<html lang="bn"');
});

test.for([
  ["a field is missing", "name=a&chef=&supplier=&taste=&category=&details=&photo=", 400],
  ["it has an unknown field", `${new URLSearchParams({ ...textFields, _id: "1" })}`, 400],
  ["a field is sent twice", `${new URLSearchParams(textFields)}&name=b`, 400],
  ["it is not UTF-8", `${new URLSearchParams(textFields)}&key=%ff`, 400],
  ["it has an incomplete UTF-8 sequence", `${new URLSearchParams(textFields)}&key=%e0%a6`, 400],
  ["it has a NUL", `${new URLSearchParams({ ...textFields, name: "\0" })}`, 400],
  ["it is too large", `${new URLSearchParams({ ...textFields, details: "a".repeat(400_000) })}`, 413],
  ["its coffee is too large", `${new URLSearchParams({ ...textFields, details: "a".repeat(70_000) })}`, 413],
] as const)("a form is refused if %s, and nothing is written", async ([, body, status]) => {
  await using shop = await openTestShop();
  expect((await send(shop, "/add-new-coffee", body)).status).toBe(status);
  expect(await versionOf(shop)).toBe(0);
  expect(shop.reports).toEqual([]);
});

test("a form with another content type is refused with 400", async () => {
  await using shop = await openTestShop();
  const types = ["application/json", "text/plain", "multipart/form-data; boundary=x", ""];
  const body = new URLSearchParams(textFields).toString();
  const replies = types.map((type) => send(shop, "/add-new-coffee", body, { "content-type": type }));
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(await versionOf(shop)).toBe(0);
});

test("a rate-limited visitor's form is refused with 429, and keeps what was typed", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "10" } });
  const replies = [];
  for (let at = 0; at < 40; at++)
    replies.push(await send(shop, "/add-new-coffee", { ...textFields, name: `Number ${at}` }));
  const refused = replies.find(({ status }) => status === 429);
  expect(refused?.html).toMatch(/value="Number \d+"/);
  expect(await list(shop)).toHaveLength(replies.filter(({ status }) => status === 303).length);
});

test("with extras off, pages have no forms and refuse POST with 405", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte], environment: { EXTRAS: "off" } });
  const [coffee] = await list(shop);
  const id = coffee?._id;
  const paths = ["/", `/?delete+${id}=`, "/add-new-coffee", `/update-coffee/${id}`, `/coffee-details/${id}?delete=`];
  for (const path of paths) {
    expect((await send(shop, path, textFields)).status).toBe(405);
    const html = await (await fetch(shop.url + path, { redirect: "error" })).text();
    expect(html).not.toMatch(/method="post"|<form action|type="hidden"|formaction/i);
  }
  expect(await versionOf(shop)).toBe(1);
});

test("the page of changes has fifty at a time, and undoes all by one visitor after a preview", async () => {
  await using shop = await openTestShop({ firstCoffees: [latte] });
  for (let at = 0; at < 60; at++) await send(shop, "/add-new-coffee", { ...textFields, name: `Number ${at}` });
  const page = async (search: string) => (await fetch(`${shop.url}/${search}`)).text();
  const first = await page("?changes=");
  expect(first.match(/action="\/\?undo=\d+"/g)).toHaveLength(50);
  const [, older = ""] = /href="\/(\?changes=&amp;before=\d+)"/.exec(first) ?? [];
  expect((await page(unescaped(older))).match(/action="\/\?undo=\d+"/g)).toHaveLength(11);
  const [, visitor = ""] = /href="\/(\?changes=%2Fvisitor%2F\w+)"/.exec(first) ?? [];
  const name = decodeURIComponent(visitor).split("/").at(-1) ?? "";
  expect(await page(visitor)).toMatch(/name="undo-all"/);
  const preview = await page(`?undo-all=${name}`);
  const [, tag = ""] = /name="tag" value="([^"]*)"/.exec(preview) ?? [];
  await send(shop, "/add-new-coffee", { ...textFields, name: "Later" });
  expect((await send(shop, `/?undo-all=${name}`, { tag: "" })).status).toBeGreaterThanOrEqual(400);
  expect(await list(shop)).toHaveLength(62);
  expect((await send(shop, `/?undo-all=${name}`, { tag: unescaped(tag) })).status).toBe(303);
  expect(await list(shop)).toHaveLength(12);
});
