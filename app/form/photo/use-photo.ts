import { useEffect, useEffectEvent, useRef, useState, type Ref } from "react";
import { withoutOwnAddress } from "../../../catalogue/own-address.ts";
import { parsePhotoAddress } from "../../../catalogue/photo-address.ts";
import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { useNotify } from "../../notices/notices.tsx";
import { sendPhoto } from "../../calls/send-photo.ts";
import { useRootData } from "../../shop/shop-router.tsx";
import { photoWords } from "../../words/photo-words.ts";
import { useWords } from "../../words/words.tsx";
import { controlOf, setControlText } from "../fields/control-value.ts";
import type { FormElement } from "../form-props.ts";
import { withAlt } from "./alt-text.ts";
import { PhotoUpload, type ChosenFile } from "./photo-upload.ts";
import { shrinkPhoto } from "./shrink-photo.ts";
import { noReplyTo, storePhotoInBrowser, usePhotoTask, type PhotoTask } from "./use-photo-task.ts";

// Loads with the form, because it is needed when the network is gone.
import("../unsent/photo-store.ts").catch(() => {});

export type PhotoOptions = Readonly<{
  form: FormElement;
  /** The fields as the card shows them. */
  fields: CoffeeFields;
  /** Reports that the text of the field Photo or the chosen photo has changed. */
  report: () => void;
  /** Shows a picture on the card in place of the field's photo; undefined ends that. */
  show: (picture: string | undefined) => void;
  task: Ref<PhotoTask>;
}>;

/** The photo of a form: the one that is chosen, or the one in the field that the shop keeps already. */
export function usePhoto({ form, fields, report, show, task }: PhotoOptions) {
  const words = photoWords(useWords());
  const notify = useNotify();
  const alt = useRef<HTMLInputElement>(null);
  const setAddress = (address: string) => {
    if (form.current) setControlText(form.current, "photo", address);
    report();
  };
  const { upload, last } = useUpload(report, (address) => setAddress(withAlt(address, alt.current?.value ?? "")));
  const publicUrl = useRootData()?.settings.publicUrl ?? "";
  const keptIn = (text: string) => parsePhotoAddress(withoutOwnAddress(text, publicUrl));
  const kept = keptIn(fields.photo);
  const isUploaded = last?.stage.kind === "done";
  /** The chosen file, unless the field has another text since its upload, such as the other one of a conflict. */
  const unlessReplaced = (file: ChosenFile | undefined, text: string) =>
    file?.stage.kind === "done" && keptIn(file.stage.address)?.photo.id !== keptIn(text)?.photo.id ? undefined : file;
  const chosen = unlessReplaced(last, fields.photo);

  const picture = chosen?.picture;
  useEffect(() => show(picture), [picture, show]);

  const fieldText = () => (form.current && controlOf(form.current, "photo")?.value) ?? "";
  const { isAwaited, drop } = usePhotoTask(task, {
    upload,
    current: () => unlessReplaced(upload.chosen, fieldText()),
    readAlt: () => alt.current?.value,
    resume(photo, stored) {
      if (alt.current) alt.current.value = stored.alt;
      upload.resume(photo, stored);
    },
    onGone() {
      report();
      if (!keptIn(fieldText())) notify({ title: words.gone, isOfPage: true });
    },
  });

  const choose = (file: File | undefined) => {
    if (!file) return;
    if (!/^(image\/|$)/.test(file.type)) return notify({ title: words.notPicture, isOfPage: true });
    drop();
    upload.choose(file);
  };
  /** Forgets a chosen photo. One that is in the field is taken out of it. */
  const remove = () => {
    drop();
    if (!chosen || isUploaded) setAddress("");
  };
  /** Puts the description into the address. That of a photo on its way waits for the photo's address. */
  const describe = (text: string) => {
    if (form.current && (!chosen || isUploaded) && keptIn(fieldText()))
      setControlText(form.current, "photo", withAlt(fieldText(), text));
  };
  return { upload, chosen, kept, isAwaited, alt, choose, remove, describe };
}

/**
 * The upload of a form's photo, and its last step. It ends with the form. `onStored` is called when the browser has
 * another photo for the form, `onUploaded` with the photo's address.
 */
function useUpload(onStored: () => void, onUploaded: (address: string) => void) {
  const [upload] = useState(
    () => new PhotoUpload({ shrink: shrinkPhoto, store: storePhotoInBrowser, send: sendPhoto }),
  );
  const [last, setLast] = useState<ChosenFile>();
  const before = useRef<ChosenFile>(undefined);
  const noteStep = useEffectEvent((next: ChosenFile | undefined) => {
    const { storedAs, stage } = before.current ?? {};
    before.current = next;
    setLast(next);
    if (next?.storedAs !== storedAs) onStored();
    if (next?.stage.kind === "done" && next.stage !== stage) onUploaded(next.stage.address);
  });
  useEffect(() => {
    const stop = upload.watch((next) => noteStep(next));
    return () => {
      stop();
      upload.drop();
    };
  }, [upload]);
  useRetryOnline(last, upload);
  return { upload, last };
}

/** Sends a photo again that got no reply, once the network is back. */
function useRetryOnline(chosen: ChosenFile | undefined, upload: PhotoUpload): void {
  const isWaiting = noReplyTo(chosen) !== undefined;
  useEffect(() => {
    if (!isWaiting) return;
    const retry = () => upload.retry();
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [isWaiting, upload]);
}
