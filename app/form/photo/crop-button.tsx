import { useState, type ComponentProps, type ComponentType } from "react";
import { createPortal } from "react-dom";
import { useNotify } from "../../notices/notices.tsx";
import { photoWords } from "../../words/photo-words.ts";
import { useWords } from "../../words/words.tsx";
import type { CropDialog } from "./crop/crop-dialog.tsx";
import type { ChosenFile, PhotoUpload } from "./photo-upload.ts";

type Opened = Readonly<{ Dialog: ComponentType<ComponentProps<typeof CropDialog>>; photo: HTMLImageElement }>;

/** Opens the dialog that turns and crops the chosen photo. Its code loads at the first press. */
export function CropButton({ chosen, upload }: { chosen: ChosenFile; upload: PhotoUpload }) {
  const words = photoWords(useWords());
  const notify = useNotify();
  const [opened, setOpened] = useState<Opened>();
  const open = async () => {
    try {
      const [{ CropDialog: Dialog }, photo] = await Promise.all([
        import("./crop/crop-dialog.tsx"),
        decodedImage(chosen.file),
      ]);
      setOpened({ Dialog, photo });
    } catch (error) {
      console.error(error);
      notify({ title: words.cannotCrop, isOfPage: true });
    }
  };
  return (
    <>
      <button type="button" className="button-quiet" onClick={() => void open()}>
        {words.crop}
      </button>
      {opened &&
        // Outside of the form, whose fields the dialog's would otherwise be.
        createPortal(
          <opened.Dialog
            photo={opened.photo}
            edit={chosen.edit}
            take={(edit) => upload.edit(edit)}
            onClose={() => setOpened(undefined)}
          />,
          document.body,
        )}
    </>
  );
}

/** Resolves to a file as an image, turned as its orientation says. Rejects if the browser cannot read it. */
async function decodedImage(file: Blob): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
