import type { Page } from "@playwright/test";

type Place = Readonly<{ x: number; y: number; width: number; height: number }>;

/** The lightest colour, as #rrggbb, that a page now shows in an area of the window, or of the whole page. */
export async function lightestColour(page: Page, clip: Place, fullPage = false): Promise<string> {
  const picture = await page.screenshot({ clip, fullPage });
  return await page.evaluate(lightestOf, `data:image/png;base64,${picture.toString("base64")}`);
}

/** Converts a browser's rgb(…) to #rrggbb. */
export function asHex(colour: string): string {
  const channels = [...colour.matchAll(/\d+/g)].map(([channel]) => Number(channel).toString(16).padStart(2, "0"));
  return `#${channels.join("")}`;
}

async function lightestOf(source: string): Promise<string> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  if (!context) throw new Error("There is no canvas to measure on.");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let lightest: readonly number[] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const colour = [...data.subarray(at, at + 3)];
    const [red = 0, green = 0, blue = 0] = colour.map((value, channel) => value - (lightest[channel] ?? 0));
    if (0.2126 * red + 0.7152 * green + 0.0722 * blue > 0) lightest = colour;
  }
  return `#${lightest.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
