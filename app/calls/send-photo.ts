import { photosPath } from "../../catalogue/photo-address.ts";
import { browserHeader } from "../../catalogue/visitor/browser-key.ts";
import { destination } from "./browser-product-server.ts";
import { CoffeeFault } from "../../client/coffee-fault.ts";
import { isRecord } from "../../client/read-coffee.ts";
import { parseBody } from "../../client/read-reply.ts";
import { isOffline, noReplyFailure } from "./http-product-server.ts";
import { failureText, type Answer } from "./product-server.ts";
import { noteReply, noteUnreachable } from "./reachability.ts";
import { answerOf, failureOf } from "./replies/read-reply.ts";

/** How long the shop may be silent: while a slow connection makes no progress, and while it makes the pictures. */
const silenceMs = 60_000;

/**
 * Uploads a photo to the page's own server, also if another one keeps the coffees. Resolves to its address for a coffee's `photo`. `onProgress` gets the part that is sent, from 0
 * to 1. If `signal` aborts, the result means nothing. Failures are returned, and logged to the console.
 */
export async function sendPhoto(
  photo: Blob,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<Answer<string>> {
  const { language, browserKey } = destination();
  const wasOffline = isOffline();
  const request = new XMLHttpRequest();
  request.open("POST", photosPath);
  request.setRequestHeader("accept-language", language);
  request.setRequestHeader("content-type", photo.type || "application/octet-stream");
  const key = browserKey?.();
  if (key !== undefined) request.setRequestHeader(browserHeader, key);
  const isTimedOut = await finish(request, photo, signal, onProgress);
  if (signal.aborted) return { ok: false, failure: noReplyFailure(wasOffline, undefined) };
  const { status, responseText } = request;
  const call = `POST ${photosPath}`;
  if (status === 0) noteUnreachable();
  else noteReply(call, new Headers());
  const answer: Answer<string> =
    status === 0
      ? { ok: false, failure: noReplyFailure(wasOffline, isTimedOut ? silenceMs : undefined) }
      : status < 300
        ? answerOf(readPhotoReply(parseBody(responseText)))
        : {
            ok: false,
            failure: failureOf(new CoffeeFault(call, undefined, { status, body: parseBody(responseText) }), status),
          };
  if (!answer.ok) console.error(`${call} failed: ${failureText(answer.failure, "en")}`);
  return answer;
}

/** The address of an uploaded photo, for a coffee's `photo`. */
export function readPhotoReply(body: unknown): string | undefined {
  const photo = isRecord(body) ? body["photo"] : undefined;
  return typeof photo === "string" && photo !== "" ? photo : undefined;
}

/** Sends a request. Resolves when it has ended, to whether it was given up because nothing moved for too long. */
function finish(
  request: XMLHttpRequest,
  photo: Blob,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    let isTimedOut = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isTimedOut = true;
        request.abort();
      }, silenceMs);
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      wait();
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.upload.addEventListener("load", () => onProgress(1));
    request.addEventListener("loadend", () => {
      clearTimeout(timer);
      resolve(isTimedOut);
    });
    signal.addEventListener("abort", () => request.abort());
    wait();
    request.send(photo);
  });
}
