import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import { withoutOwnAddress } from "../../catalogue/own-address.ts";
import { MissingPhotoCup } from "../layout/icons.tsx";
import { Photograph, photographAt } from "../layout/photograph.tsx";
import type { loader } from "../root.tsx";
import { useWords } from "../words/words.tsx";
import { calledName } from "./called-name.ts";
import { photoSource } from "./photo-source.ts";
import { shownText } from "./shown-text.ts";

type PhotoProps = Readonly<{
  photo: string;
  name: string;
  /** How wide it is shown, as in the `sizes` of an image. */
  sizes: string;
  /** Whether it is what the visitor came to see. */
  isMain?: boolean;
}>;

/**
 * A coffee's photo in the frame around it. Until one of another host arrives, and for one that never can, the drawn cup
 * stands in; our own have their preview.
 */
export function CoffeePhoto(props: PhotoProps) {
  return (
    <div className="photo-frame">
      <PhotoOrCup key={props.photo} {...props} />
    </div>
  );
}

function PhotoOrCup({ photo, name, sizes, isMain = false }: PhotoProps) {
  const words = useWords();
  const [state, setState] = useState<"awaited" | "shown" | "dead">("awaited");
  const settings = useRouteLoaderData<typeof loader>("root")?.settings;
  const source = photoSource(withoutOwnAddress(photo, settings?.publicUrl ?? ""));
  if (!source || state === "dead") return <MissingPhotoCup label={words.coffee.noPhoto} />;

  const image = {
    alt: words.coffee.photoOf(shownText(calledName(name, words))),
    onLoad: () => setState("shown"),
    onError: () => setState("dead"),
    ref(element: HTMLImageElement | null) {
      // Its fate may have been sealed before the page came alive to hear of it.
      if (!element?.complete) return;
      if (element.naturalWidth > 0) setState("shown");
      else element.decode().catch(() => setState("dead"));
    },
  };
  const own = photographAt(source);
  if (own) {
    const urgency = isMain ? ({ fetchPriority: "high" } as const) : ({ loading: "lazy" } as const);
    return <Photograph name={own} sizes={sizes} {...urgency} {...image} />;
  }
  return (
    <>
      {state === "awaited" && <MissingPhotoCup />}
      {/* Lazy even where it is seen at once: no other host holds up the page. */}
      <img src={source} loading="lazy" decoding="async" referrerPolicy="no-referrer" {...image} />
    </>
  );
}
