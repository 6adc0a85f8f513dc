import { parsePhotoAddress } from "../../catalogue/photo-address.ts";
import { Unmet, type ShopPage, type Target } from "../shop-page.ts";
import { cached, noNetwork, the, type Shop, type Steps } from "./targets.ts";

const chooser: Target = { css: ".photo-choose input" };
const chosen: Target = { css: ".chosen-photo" };
const button = (name: string): Target => ({ css: "button", name, within: chosen });
/** The shop takes some seconds on a busy machine. */
const patienceMs = 60_000;

const refused = /415|422|POST \/-\/photos failed/;

async function startNew(page: ShopPage, name: string): Promise<void> {
  await page.open("/add-new-coffee");
  await page.write(the.field("name"), name);
}

/** Expects that the shop has one coffee of this name, with a photo that it keeps, and that its card shows it. */
async function isOnceWithPhoto(page: ShopPage, { list }: Shop, name: string): Promise<void> {
  const isDrawn = ([drawn]: readonly boolean[]) => drawn === true;
  await page.sees({ css: "img", within: the.card(name) }, "a picture that is drawn", isDrawn, drawIfNear);
  const photos = (await list()).filter((coffee) => coffee.name === name).map(({ photo }) => photo);
  if (photos.length !== 1 || !parsePhotoAddress(photos[0] ?? ""))
    throw new Unmet(`expected: ${name} once, with its photo; there is: ${photos.join(", ")}`);
}

/** Runs in the page: photos load when they are near the window. */
function drawIfNear(image: Element): boolean {
  image.scrollIntoView();
  return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
}

/** Steps with a photo from the visitor's own device. */
export const photoSteps: Steps = {
  "photo: a chosen one is uploaded, and saved with its coffee": async (page, shop) => {
    await startNew(page, "From my phone");
    await page.chooseFile(chooser);
    await page.draws({ css: "img", within: chosen });
    await page.says(chosen, "The photo is uploaded.", patienceMs);
    await page.click(the.send);
    await page.isAt("/");
    await isOnceWithPhoto(page, shop, "From my phone");
  },
  "photo: one is removed, and a cancelled one leaves the field as it was": async (page, shop) => {
    await startNew(page, "Undecided");
    await page.chooseFile(chooser);
    await page.says(chosen, "The photo is uploaded.", patienceMs);
    await page.click(button("Remove photo"));
    await page.shows(chosen, 0);
    await page.holds(the.field("photo"), "");
    await page.write(the.field("photo"), "/photographs/dhaka-fog.jpg");
    shop.line.hold();
    await page.chooseFile(chooser);
    await page.says(chosen, /Uploading the photo …|The shop is saving the photo …/);
    await page.click(button("Cancel"));
    await page.shows(chosen, 0);
    await page.holds(the.field("photo"), "/photographs/dhaka-fog.jpg");
    await shop.line.join();
    await page.click({ css: "button", name: "Clear" });
  },
  "photo: one that the shop refuses says why, can be sent again, and makes way for another": async (page, shop) => {
    shop.expectErrors(refused);
    await startNew(page, "Second try");
    await page.chooseFile(chooser, { text: "This is not a photo." });
    await page.says(chosen, /The photo wasn't uploaded\. .{20}/, patienceMs);
    await page.click(button("Try again"));
    await page.says(chosen, /The photo wasn't uploaded\. .{20}/, patienceMs);
    await page.chooseFile(chooser);
    await page.says(chosen, "The photo is uploaded.", patienceMs);
    await page.click(the.send);
    await page.isAt("/");
    await isOnceWithPhoto(page, shop, "Second try");
  },
  "photo: one that is chosen offline waits with its coffee, and both are sent once": async (page, shop) => {
    shop.expectErrors(noNetwork);
    await page.open("/");
    await cached(page, "/", "/coffee");
    await shop.line.cut();
    await page.click(the.addLink);
    await page.write(the.field("name"), "Photographed in a tunnel");
    await page.chooseFile(chooser);
    await page.says(chosen, "It's saved in this browser.");
    await page.click(the.send);
    await page.says({ css: ".notice" }, "We kept this coffee");
    await page.goTo("/");
    await page.draws({ css: "img", within: the.unsent });
    await shop.line.join();
    await page.open("/");
    await page.click({ css: "button", name: "Send", within: the.unsent });
    await page.shows(the.card("Photographed in a tunnel"), 1, patienceMs);
    await page.shows(the.unsent, 0);
    await isOnceWithPhoto(page, shop, "Photographed in a tunnel");
  },
  "photo: the browser's own form sends one, as without scripts": async (page, shop) => {
    await startNew(page, "By post");
    await page.chooseFile(chooser, { tells: false });
    await page.each(the.send, (element) => {
      const form = element.closest("form");
      if (form) HTMLFormElement.prototype.submit.call(form);
    });
    await page.shows(the.card("By post"), 1, patienceMs);
    await isOnceWithPhoto(page, shop, "By post");
  },
};
