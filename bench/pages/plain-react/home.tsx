import { memo } from "react";
import type { Coffee } from "../../../catalogue/coffee.ts";
import { heroAddress } from "../pictures.ts";
import { blurbs, hero, products, wall } from "../words.ts";
import { Link, Photograph, type Go } from "./frame.tsx";

type HomeProps = Readonly<{ coffees: readonly Coffee[] | undefined; go: Go; remove: (id: string) => void }>;

export function Home({ coffees = [], go, remove }: HomeProps) {
  return (
    <>
      <section className="hero">
        <Photograph address={heroAddress} kind="hero" alt="" fetchPriority="high" />
        <div className="page hero-words">
          <h1>{hero.title}</h1>
          <p>{hero.text}</p>
          <button type="button" className="button">
            {hero.button}
          </button>
        </div>
      </section>
      <section className="blurbs">
        <ul className="page">
          {blurbs.map(({ title, text }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="page section">
        <p className="middle">{products.eyebrow}</p>
        <h2 className="middle">{products.title}</h2>
        <p className="middle">
          <Link to="/add-new-coffee" go={go} className="button">
            {products.add}
          </Link>
        </p>
        <ul className="coffee-grid">
          {coffees.map((coffee) => (
            <Card key={coffee._id} coffee={coffee} go={go} remove={remove} />
          ))}
        </ul>
      </section>
      <section className="page section">
        <p className="middle">{wall.eyebrow}</p>
        <h2 className="middle">{wall.title}</h2>
        <ul className="photo-grid">
          {wall.photographs.map(({ name, alt }) => (
            <li key={name}>
              <Photograph address={`/photographs/${name}.jpg`} kind="square" alt={alt} loading="lazy" />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

type CardProps = Readonly<{ coffee: Coffee; go: Go; remove: (id: string) => void }>;

const Card = memo(function Card({ coffee: { _id, name, chef, photo, price }, go, remove }: CardProps) {
  return (
    <li className="coffee-item">
      <article className="coffee-card">
        <Photograph address={photo} kind="coffee" alt={`Photo of ${name}`} loading="lazy" />
        <div className="coffee-card-words">
          <h3>{name}</h3>
          <p>Chef {chef}</p>
          <p className="coffee-card-price">
            <span>{price}</span> Taka
          </p>
        </div>
        <div className="coffee-card-actions">
          <Link to={`/coffee-details/${_id}`} go={go} className="action" aria-label={`View ${name}`}>
            View
          </Link>
          <Link to={`/update-coffee/${_id}`} go={go} className="action action-edit" aria-label={`Edit ${name}`}>
            Edit
          </Link>
          <button
            type="button"
            className="action action-delete"
            aria-label={`Delete ${name}`}
            onClick={() => remove(_id)}
          >
            Delete
          </button>
        </div>
      </article>
    </li>
  );
});
