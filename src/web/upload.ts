import type { Endpoint, FileOf } from "#shared/endpoint.ts";
import { CallError, NO_ANSWER, sendRenewed, type Answer } from "./call.ts";

interface UploadOptions {
  /** Told how much has left, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** What the file is called. */
  name?: string;
}

/**
 * Makes a call that takes a file, as `call` makes the others. It tells how far it is, which `fetch` cannot.
 * @throws CallError when it is refused or not answered, AbortError when it was given up by `signal`
 */
export function upload<E extends Endpoint>(endpoint: E, file: FileOf<E>, options: UploadOptions = {}): Promise<Answer<E>> {
  const form = new FormData();
  form.append(endpoint.file!, file, options.name ?? endpoint.file); // a call without a file takes none here
  return sendRenewed<E>((bearer) => send(endpoint, form, bearer, options));
}

async function send({ method, path }: Endpoint, form: FormData, bearer: string | undefined, { onProgress, signal }: UploadOptions) {
  signal?.throwIfAborted();
  const request = new XMLHttpRequest();
  const giveUp = () => request.abort();
  signal?.addEventListener("abort", giveUp);
  try {
    return await new Promise<Response>((resolve, reject) => {
      request.open(method, path);
      if (bearer) request.setRequestHeader("authorization", bearer);
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
      request.addEventListener("load", () => resolve(new Response(request.responseText, { status: request.status })));
      request.addEventListener("error", () => reject(new CallError(0, NO_ANSWER)));
      request.addEventListener("abort", () => reject(new DOMException("Given up", "AbortError")));
      request.send(form);
    });
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
}
