import { useEffect, useState } from "react";
import { CoffeePhoto } from "../coffee/coffee-photo.tsx";
import type { UnsentPhoto } from "../form/unsent/unsent.ts";

/** The photo of an unsent coffee, as the browser has it. The drawn cup stands in for one that is gone. */
export function UnsentPicture({ photo: { id }, name }: { photo: UnsentPhoto; name: string }) {
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    let url = "";
    let isOver = false;
    const load = async () => {
      const { readPhoto } = await import("../form/unsent/photo-store.ts");
      const photo = await readPhoto(id);
      if (isOver) return;
      if (photo) url = URL.createObjectURL(photo);
      setPicture(url);
    };
    load().catch((error: unknown) => console.error(error));
    return () => {
      isOver = true;
      URL.revokeObjectURL(url);
    };
  }, [id]);
  return (
    <div className="unsent-picture">
      {picture !== undefined && <CoffeePhoto photo="" picture={picture} name={name} sizes="4rem" />}
    </div>
  );
}
