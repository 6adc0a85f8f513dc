import type { Coffee } from "../../../catalogue/coffee.ts";
import { coffeeFields } from "../../../catalogue/fields.ts";
import { labels, shopName } from "../words.ts";
import { BackToHome, Photograph, type Go } from "./frame.tsx";

export function Details({ coffee, go }: { coffee: Coffee; go: Go }) {
  return (
    <article className="page section">
      <BackToHome go={go} />
      <div className="details">
        <Photograph
          address={coffee.photo}
          kind="coffee"
          shownAs="main"
          alt={`Photo of ${coffee.name}`}
          fetchPriority="high"
        />
        <div>
          <h1>{shopName}</h1>
          <dl className="facts">
            {coffeeFields
              .filter((field) => field !== "photo")
              .map((field) => (
                <div key={field}>
                  <dt>{labels[field]}:</dt>
                  <dd>{field === "price" ? `${coffee.price} Taka` : coffee[field]}</dd>
                </div>
              ))}
          </dl>
        </div>
      </div>
    </article>
  );
}
