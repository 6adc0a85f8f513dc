import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";

/** The formats that shops take. Without HEIC and `image/*`, iPhones hand over a JPEG. */
export const photoTypes = "image/jpeg,image/png,image/webp,image/avif";

type FileButtonProps = Readonly<{
  className: string;
  /** Opens the camera in place of the files. */
  capture?: "environment";
  choose: (file: File | undefined) => void;
  children: ReactNode;
}>;

/**
 * A button that opens the device's photos. Before hydration it works too: a photo chosen then is taken up later, or sent
 * with the form.
 */
export function FileButton({ className, capture, choose, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    if (!input.current) return;
    choose(input.current.files?.[0]);
    // So that the same photo can be chosen again.
    input.current.value = "";
  };
  const takeEarly = useEffectEvent(take);
  useEffect(() => takeEarly(), []);
  return (
    <label className={className}>
      <input
        ref={input}
        type="file"
        name="photoFile"
        accept={photoTypes}
        capture={capture}
        className="sr-only"
        onChange={take}
      />
      <span className="button-quiet">{children}</span>
    </label>
  );
}
