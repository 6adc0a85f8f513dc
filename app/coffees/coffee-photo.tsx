import { useState } from "react";
import { MissingPhotoCup } from "../layout/icons.tsx";
import { calledName } from "./called-name.ts";
import { photoSource } from "./photo-source.ts";

type PhotoProps = Readonly<{ photo: string; name: string; isFirst?: boolean }>;

/** A coffee's photo in the frame around it; the drawn cup stands in for a photo that cannot be shown. */
export function CoffeePhoto(props: PhotoProps) {
  return (
    <div className="photo-frame">
      <PhotoOrCup key={props.photo} {...props} />
    </div>
  );
}

function PhotoOrCup({ photo, name, isFirst = false }: PhotoProps) {
  const [isDead, setDead] = useState(false);
  const source = photoSource(photo);
  if (!source || isDead) return <MissingPhotoCup />;
  return (
    <img
      src={source}
      alt={`Photo of ${calledName(name)}`}
      loading={isFirst ? "eager" : "lazy"}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setDead(true)}
      ref={(image) => {
        // The photo may have failed before the page came alive to hear of it.
        if (image?.complete && image.naturalWidth === 0) image.decode().catch(() => setDead(true));
      }}
    />
  );
}
