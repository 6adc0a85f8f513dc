import { useImperativeHandle, useRef, useState, type Ref } from "react";
import type { Failure } from "../../calls/product-server.ts";
import { useNotify } from "../../notices/notices.tsx";
import { photoWords } from "../../words/photo-words.ts";
import { useWords } from "../../words/words.tsx";
import { isPhotoNamed, type UnsentPhoto } from "../unsent/unsent.ts";
import type { ChosenFile, PhotoUpload } from "./photo-upload.ts";

/** Whether a form can be sent, with the photo that the browser has for it. */
export type PhotoReadiness =
  | Readonly<{ isReady: false }>
  | Readonly<{
      isReady: true;
      photo?: UnsentPhoto | undefined;
      /** Why the photo is not uploaded: its coffee waits until the shop can be reached. */
      waitsBecause?: Failure;
    }>;

/** What a form asks of its photo. */
export type PhotoTask = Readonly<{
  /** The form is ready if no photo is chosen, or if it is uploaded or waits in the browser. If not, a notice says why. */
  whenReady: () => Promise<PhotoReadiness>;
  /** The chosen photo, if the browser has stored it. */
  stored: () => UnsentPhoto | undefined;
  /** Continues with a photo that was chosen in an earlier visit. */
  resume: (photo: UnsentPhoto) => void;
  /** Forgets a chosen photo, because the visitor wants another one or none. Returns it, if it can be brought back. */
  drop: () => DroppedPhoto | undefined;
}>;

/** A photo that a form no longer has. */
export type DroppedPhoto = Readonly<{
  photo: UnsentPhoto;
  /** Stores it once more, after a draft names it again. */
  store: () => void;
  /** Puts it back into the form, and uploads it. */
  resume: () => void;
}>;

type Parts = Readonly<{
  upload: PhotoUpload;
  /** The chosen file, unless something else took its place. */
  current: () => ChosenFile | undefined;
  /** The description in its field; undefined while there is none. */
  readAlt: () => string | undefined;
  /** Continues with a photo that was read. */
  resume: (photo: Blob, stored: UnsentPhoto) => void;
  /** Called if the browser no longer has the photo. */
  onGone: () => void;
}>;

/** Answers what a form asks of its photo. */
export function usePhotoTask(task: Ref<PhotoTask>, { upload, current, readAlt, resume, onGone }: Parts) {
  const words = photoWords(useWords());
  const notify = useNotify();
  const [isAwaited, setAwaited] = useState(false);
  /** A photo of an earlier visit, while it is read. */
  const resumed = useRef<Readonly<{ stored: UnsentPhoto; isRead: Promise<void> }>>(undefined);

  const read = async (stored: UnsentPhoto) => {
    const { readPhoto } = await import("../unsent/photo-store.ts");
    const photo = await readPhoto(stored.id);
    if (resumed.current?.stored !== stored) return;
    resumed.current = undefined;
    if (!photo) return onGone();
    // Meanwhile the visitor may have chosen another one.
    if (!upload.chosen) resume(photo, stored);
  };
  const stored = (): UnsentPhoto | undefined => {
    if (resumed.current) return resumed.current.stored;
    const { storedAs, alt = "" } = current() ?? {};
    return storedAs === undefined ? undefined : { id: storedAs, alt: readAlt() ?? alt };
  };
  const refuse = (advice: string): PhotoReadiness => {
    notify({ title: words.notSent, advice, isOfPage: true });
    return { isReady: false };
  };
  const whenReady = async (): Promise<PhotoReadiness> => {
    await resumed.current?.isRead;
    if (resumed.current) return refuse(words.whatNow);
    if (!current()) return { isReady: true };
    setAwaited(true);
    if (noReplyTo(upload.chosen)) upload.retry();
    const ending = await upload.whenEnded();
    const waitsBecause = noReplyTo(upload.chosen);
    const canWait = waitsBecause !== undefined && (await upload.storeAgain());
    setAwaited(false);
    if (ending === "done") return { isReady: true, photo: stored() };
    if (canWait) return { isReady: true, photo: stored(), waitsBecause };
    return ending === "failed" ? refuse(waitsBecause ? words.leaveOpen : words.whatNow) : { isReady: false };
  };
  const drop = (): DroppedPhoto | undefined => {
    const [photo, ready] = [stored(), current()?.ready];
    resumed.current = undefined;
    upload.drop();
    if (!photo || !ready) return undefined;
    return { photo, store: () => void storePhotoInBrowser(photo.id, ready), resume: () => resume(ready, photo) };
  };
  useImperativeHandle(task, () => ({
    whenReady,
    stored,
    resume(photo) {
      resumed.current = { stored: photo, isRead: read(photo).catch(console.error) };
    },
    drop,
  }));
  return { isAwaited, drop };
}

/** The failure of an upload that got no reply, so that it can be sent later. Undefined for any other upload. */
export function noReplyTo(chosen: ChosenFile | undefined): Failure | undefined {
  const failure = chosen?.stage.kind === "failed" ? chosen.stage.failure : undefined;
  return failure?.status === undefined ? failure : undefined;
}

/** Resolves to whether the browser has stored a photo. */
export async function storePhotoInBrowser(id: string, photo: Blob): Promise<boolean> {
  try {
    const { storePhoto } = await import("../unsent/photo-store.ts");
    return await storePhoto(id, photo, isPhotoNamed);
  } catch (error) {
    console.error(error);
    return false;
  }
}
