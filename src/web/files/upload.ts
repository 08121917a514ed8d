import type { Endpoint, FileOf } from "#shared/endpoint.ts";
import { addressOf, noResponse, sendRenewed, type Answer } from "../call.ts";

interface UploadOptions {
  /** Called with the share uploaded so far, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** The file's name. */
  name?: string;
  /** How long the shop may take to respond once it has the file. */
  responseWithinMs?: number;
}

/** Longer than a connection that works stands still, and than the shop takes to respond to a picture. */
const SILENT_MS = 60_000;

/**
 * Calls an endpoint that takes a file, and reports progress, which `fetch` cannot.
 * @throws CallError when the call is refused or gets no response, AbortError when `signal` aborts it
 */
export function upload<E extends Endpoint>(endpoint: E, file: FileOf<E>, options: UploadOptions = {}): Promise<Answer<E>> {
  const form = new FormData();
  form.append(endpoint.file!, file, options.name ?? endpoint.file); // a call without a file takes none here
  return sendRenewed<E>((bearer) => send(endpoint, form, bearer, options));
}

async function send(endpoint: Endpoint, form: FormData, bearer: string | undefined, options: UploadOptions) {
  const { onProgress, signal, responseWithinMs = SILENT_MS } = options;
  signal?.throwIfAborted();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal?.addEventListener("abort", abort);
  let timer = setTimeout(abort, SILENT_MS);
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(abort, ms);
  };
  try {
    return await new Promise<Response>((resolve, reject) => {
      request.open(endpoint.method, addressOf(endpoint));
      if (bearer) request.setRequestHeader("authorization", bearer);
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        wait(SILENT_MS);
        onProgress?.(total > 0 ? loaded / total : 0);
      });
      request.upload.addEventListener("load", () => wait(responseWithinMs));
      request.addEventListener("load", () => resolve(new Response(request.responseText, { status: request.status })));
      request.addEventListener("error", () => reject(noResponse()));
      request.addEventListener("abort", () => reject(signal?.aborted ? new DOMException("Aborted", "AbortError") : noResponse()));
      request.send(form);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
