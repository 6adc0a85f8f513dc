import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from "react";
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

/** What a form asks of its photo. */
export type PhotoTask = Readonly<{
  /** Resolves to whether the form can be sent: no photo is chosen, or it is uploaded. If not, a notice says why. */
  whenReady: () => Promise<boolean>;
  /** Forgets a chosen photo, because the visitor wants another one or none. */
  drop: () => void;
}>;

export type PhotoOptions = Readonly<{
  form: FormElement;
  /** The fields as the card shows them. */
  fields: CoffeeFields;
  /** Reports that the text of the field Photo has changed. */
  report: () => void;
  /** Shows a picture on the card in place of the field's photo; undefined ends that. */
  show: (picture: string | undefined) => void;
  task: Ref<PhotoTask>;
}>;

/** The photo of a form: the one that is chosen, or the one in the field that the shop keeps already. */
export function usePhoto({ form, fields, report, show, task }: PhotoOptions) {
  const words = photoWords(useWords());
  const notify = useNotify();
  const [isAwaited, setAwaited] = useState(false);
  const alt = useRef<HTMLInputElement>(null);
  const setAddress = (address: string) => {
    if (form.current) setControlText(form.current, "photo", address);
    report();
  };
  const { upload, last } = useUpload((address) => setAddress(withAlt(address, alt.current?.value ?? "")));
  const publicUrl = useRootData()?.settings.publicUrl ?? "";
  const keptIn = (text: string) => parsePhotoAddress(withoutOwnAddress(text, publicUrl));
  const kept = keptIn(fields.photo);
  const isUploaded = last?.stage.kind === "done";
  // The field may have another text since the upload, such as the other one of a conflict.
  const isReplaced = last?.stage.kind === "done" && keptIn(last.stage.address)?.photo.id !== kept?.photo.id;
  const chosen = isReplaced ? undefined : last;

  const picture = chosen?.picture;
  useEffect(() => show(picture), [picture, show]);

  const whenReady = async () => {
    if (!chosen) return true;
    setAwaited(true);
    const ending = await upload.whenEnded();
    setAwaited(false);
    if (ending === "failed") notify({ title: words.notSent, advice: words.whatNow, isOfPage: true });
    return ending === "done";
  };
  useImperativeHandle(task, () => ({ whenReady, drop: () => upload.drop() }));

  const choose = (file: File | undefined) => {
    if (!file) return;
    if (/^(image\/|$)/.test(file.type)) upload.choose(file);
    else notify({ title: words.notPicture, isOfPage: true });
  };
  /** Forgets a chosen photo. One that is in the field is taken out of it. */
  const remove = () => {
    upload.drop();
    if (!chosen || isUploaded) setAddress("");
  };
  /** Puts the description into the address. That of a photo on its way waits for the photo's address. */
  const describe = (text: string) => {
    const address = form.current && controlOf(form.current, "photo")?.value;
    if (form.current && address && (!chosen || isUploaded) && keptIn(address))
      setControlText(form.current, "photo", withAlt(address, text));
  };
  return { upload, chosen, kept, isAwaited, alt, choose, remove, describe };
}

/** The upload of a form's photo, and its last step. It ends with the form. `onUploaded` gets the photo's address. */
function useUpload(onUploaded: (address: string) => void) {
  const [upload] = useState(() => new PhotoUpload({ shrink: shrinkPhoto, send: sendPhoto }));
  const [last, setLast] = useState<ChosenFile>();
  const noteStep = useEffectEvent((next: ChosenFile | undefined) => {
    setLast(next);
    if (next?.stage.kind === "done") onUploaded(next.stage.address);
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
  const isWaiting = chosen?.stage.kind === "failed" && chosen.stage.failure.status === undefined;
  useEffect(() => {
    if (!isWaiting) return;
    const retry = () => upload.retry();
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [isWaiting, upload]);
}
