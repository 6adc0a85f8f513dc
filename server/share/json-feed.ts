import { titleOf, type Feed, type FeedEntry } from "./feed.ts";
import { pagePaths } from "./page-addresses.ts";

export const jsonFeedPath = "/-/feed.json";

/** The feed in JSON Feed 1.1, with addresses under `site`. */
export function jsonFeed({ entries }: Feed, site: string, shopName: string): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: shopName,
    home_page_url: site + pagePaths.home,
    feed_url: site + jsonFeedPath,
    icon: `${site}/apple-touch-icon.png`,
    authors: [{ name: shopName, url: site + pagePaths.home }],
    items: entries.map((entry) => jsonItem(entry, site)),
  });
}

function jsonItem({ id, coffee, summary, published, updated }: FeedEntry, site: string) {
  const { _id, chef, category } = coffee;
  return {
    id,
    url: site + pagePaths.coffee(_id),
    title: titleOf(coffee),
    summary,
    content_text: summary,
    image: site + pagePaths.picture(_id),
    date_published: published,
    date_modified: updated,
    ...(chef.trim() !== "" && { authors: [{ name: chef }] }),
    ...(category.trim() !== "" && { tags: [category] }),
  };
}
