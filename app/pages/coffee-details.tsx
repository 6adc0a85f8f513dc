import { emptyFields } from "../../catalogue/coffee.ts";
import type { Route } from "./+types/coffee-details";
import { languageOf } from "../coffees/language-of.ts";
import { CoffeePhoto } from "../coffees/coffee-photo.tsx";
import { loadCoffee } from "../coffees/load-coffee.ts";
import { useLoadNotice } from "../coffees/use-load-notice.ts";
import { BackToHome } from "../layout/back-to-home.tsx";
import { PageTitle } from "../layout/page-title.tsx";

export const loader = loadCoffee;
export const clientLoader = loadCoffee;

export default function CoffeeDetails({ loaderData: answer }: Route.ComponentProps) {
  useLoadNotice(answer);
  const coffee = answer.ok ? answer.value : emptyFields;
  const description = [coffee.taste, coffee.details].filter((words) => words.trim() !== "").join(". ");
  return (
    <article className="page">
      <PageTitle>{coffee.name.trim() || "Coffee details"}</PageTitle>
      {description && (
        <meta name="description" content={Array.from(description).slice(0, descriptionLength).join("")} />
      )}
      <BackToHome />
      <div className="details">
        <CoffeePhoto
          photo={coffee.photo}
          name={coffee.name}
          sizes="(min-width: 48rem) min(42vw, 34rem), 100vw"
          isMain
        />
        <div>
          <h1 tabIndex={-1} className="headline">
            Niceties
          </h1>
          <dl className="facts">
            <Fact label="Name" value={coffee.name} />
            <Fact label="Chef" value={coffee.chef} />
            <Fact label="Supplier" value={coffee.supplier} />
            <Fact label="Taste" value={coffee.taste} />
            <Fact label="Category" value={coffee.category} />
            <Fact label="Details" value={coffee.details} />
            <Fact label="Price" value={`${coffee.price} Taka`} />
          </dl>
        </div>
      </div>
    </article>
  );
}

/** In characters; whoever lists pages shows no more. */
const descriptionLength = 200;

/** Beyond this many characters a value is read rather than seen, and none of it is shown large. */
const loudAtMost = 90;

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={`fact fact-${label.toLowerCase()} ${value.length > loudAtMost ? "is-long" : ""}`}>
      <dt>{label}:</dt>
      <dd lang={languageOf(value)}>{value}</dd>
    </div>
  );
}
