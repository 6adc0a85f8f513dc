// Pages without any script: the least that the shop's words and pictures can cost.
import type { Coffee, CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields } from "../../catalogue/fields.ts";
import { heroAddress, isPhotograph, pictureOf, sizes, type Kind } from "./pictures.ts";
import type { Head } from "./plain-react-build.ts";
import { backToHome, blurbs, footer, groups, hero, labels, products, shopName, wall, type FormPage } from "./words.ts";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escape(text: string | number): string {
  return String(text).replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}

function photograph(address: string, kind: Kind, attributes: string, shownAs: keyof typeof sizes = kind): string {
  if (!isPhotograph(address)) return `<img src="${escape(address)}" decoding="async" ${attributes}>`;
  const { avif, webp, jpeg, width, height } = pictureOf(escape(address), kind);
  return `<picture><source type="image/avif" srcset="${avif}" sizes="${sizes[shownAs]}"><source type="image/webp" srcset="${webp}" sizes="${sizes[shownAs]}"><img src="${jpeg}" width="${width}" height="${height}" decoding="async" ${attributes}></picture>`;
}

function page(head: Head, more: string, main: string): string {
  const fonts = head.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`);
  const fields = footer.fields.map((field) => `<label><span>${field}</span><input></label>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg" type="image/svg+xml">${fonts.join("")}<title>${shopName}</title><link rel="stylesheet" href="${head.style}">${more}</head><body>
<header class="site-header"><a href="/" class="brand">${shopName}</a></header>
<main>${main}</main>
<footer class="site-footer"><div class="page section footer-columns"><section aria-label="Contact"><p class="brand">${shopName}</p><p>${footer.text}</p><h2>${footer.touch}</h2></section>
<form class="contact-form"><h2>${footer.connect}</h2>${fields.join("")}<button type="button" class="button">${footer.send}</button></form></div><p class="middle">© ${shopName}. ${footer.rights}</p></footer></body></html>`;
}

function card({ _id, name, chef, photo, price }: Coffee): string {
  const called = escape(name);
  return `<li class="coffee-item"><article class="coffee-card">${photograph(photo, "coffee", `alt="Photo of ${called}" loading="lazy"`)}<div class="coffee-card-words"><h3>${called}</h3><p>Chef ${escape(chef)}</p><p class="coffee-card-price"><span>${escape(price)}</span> Taka</p></div><form method="post" action="/delete/${_id}" class="coffee-card-actions"><a href="/coffee-details/${_id}" class="action" aria-label="View ${called}">View</a><a href="/update-coffee/${_id}" class="action action-edit" aria-label="Edit ${called}">Edit</a><button class="action action-delete" aria-label="Delete ${called}">Delete</button></form></article></li>`;
}

export function homePage(head: Head, coffees: readonly Coffee[]): string {
  const { avif } = pictureOf(heroAddress, "hero");
  const preload = `<link rel="preload" as="image" type="image/avif" imagesrcset="${avif}" imagesizes="${sizes.hero}" fetchpriority="high">`;
  const photographs = wall.photographs.map(
    ({ name, alt }) => `<li>${photograph(`/photographs/${name}.jpg`, "square", `alt="${alt}" loading="lazy"`)}</li>`,
  );
  return page(
    head,
    preload,
    `<section class="hero">${photograph(heroAddress, "hero", 'alt="" fetchpriority="high"')}<div class="page hero-words"><h1>${hero.title}</h1><p>${hero.text}</p><button type="button" class="button">${hero.button}</button></div></section>
<section class="blurbs"><ul class="page">${blurbs.map(({ title, text }) => `<li><h2>${title}</h2><p>${text}</p></li>`).join("")}</ul></section>
<section class="page section"><p class="middle">${products.eyebrow}</p><h2 class="middle">${products.title}</h2><p class="middle"><a href="/add-new-coffee" class="button">${products.add}</a></p>
<ul class="coffee-grid">${coffees.map(card).join("\n")}</ul></section>
<section class="page section"><p class="middle">${wall.eyebrow}</p><h2 class="middle">${wall.title}</h2><ul class="photo-grid">${photographs.join("")}</ul></section>`,
  );
}

export function detailsPage(head: Head, coffee: Coffee): string {
  const facts = coffeeFields
    .filter((field) => field !== "photo")
    .map(
      (field) =>
        `<div><dt>${labels[field]}:</dt><dd>${escape(coffee[field])}${field === "price" ? " Taka" : ""}</dd></div>`,
    );
  return page(
    head,
    "",
    `<article class="page section"><a href="/" class="back-to-home">${backToHome}</a><div class="details">${photograph(coffee.photo, "coffee", `alt="Photo of ${escape(coffee.name)}" fetchpriority="high"`, "main")}<div><h1>${shopName}</h1><dl class="facts">${facts.join("")}</dl></div></div></article>`,
  );
}

export function formPage(head: Head, { title, intro, submit }: FormPage, start: CoffeeFields): string {
  const fieldsets = groups.map(({ legend, fields }) => {
    const controls = fields.map((field) => {
      const control =
        field === "details"
          ? `<textarea name="details" rows="4">${escape(start.details)}</textarea>`
          : `<input name="${field}" value="${escape(start[field])}">`;
      return `<label><span>${labels[field]}</span>${control}</label>`;
    });
    return `<fieldset><legend>${legend}</legend>${controls.join("")}</fieldset>`;
  });
  return page(
    head,
    "",
    `<div class="page section"><a href="/" class="back-to-home">${backToHome}</a><h1>${title}</h1><p class="intro">${intro}</p><form method="post" autocomplete="off" class="coffee-form">${fieldsets.join("")}<button type="submit" class="button">${submit}</button></form></div>`,
  );
}
