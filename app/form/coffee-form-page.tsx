import { useState } from "react";
import { BackToHome } from "../home-list/back-to-home.tsx";
import { PageTitle } from "../links/page-title.tsx";
import { useRootData } from "../shop/shop-router.tsx";
import { useWords } from "../words/words.tsx";
import { CoffeeCard } from "../coffee/coffee-card.tsx";
import { CoffeeForm } from "./coffee-form.tsx";
import type { CoffeeFormProps } from "./form-props.ts";

type CoffeeFormPageProps = Omit<CoffeeFormProps, "extras" | "shown" | "onChange" | "showPicture"> &
  Readonly<{ title: string; intro: string }>;

/**
 * The add and update pages: the form, and beside it a preview of the card on home. Screen readers skip the preview,
 * because it repeats the form.
 */
export function CoffeeFormPage({ title, intro, ...form }: CoffeeFormPageProps) {
  const extras = useRootData()?.settings.extras === true;
  const words = useWords();
  const [preview, setPreview] = useState(form.initial ?? form.start);
  const [picture, setPicture] = useState<string>();
  return (
    <div className="page">
      <PageTitle>{title}</PageTitle>
      <BackToHome />
      <div className="form-page">
        <div className="form-sheet">
          <h1 tabIndex={-1} className="headline">
            {title}
          </h1>
          <p className="intro">{intro}</p>
          <CoffeeForm
            {...form}
            extras={extras}
            shown={preview}
            showPicture={setPicture}
            onChange={(fields, when) =>
              // While typing, keep the old photo: half an address cannot be loaded.
              setPreview((before) => (when === "typing" ? { ...fields, photo: before.photo } : fields))
            }
          />
        </div>
        {extras && (
          <figure className="card-preview" aria-hidden>
            <CoffeeCard coffee={preview} picture={picture} heading="h2" />
            <figcaption className="text-center text-small text-soft">{words.form.preview}</figcaption>
          </figure>
        )}
      </div>
    </div>
  );
}
