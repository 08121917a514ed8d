import type { Endpoint, FileOf } from "#shared/endpoint.ts";
import { noResponse, sendRenewed, type Answer } from "../call.ts";

interface UploadOptions {
  /** Called with the share uploaded so far, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** The file's name. */
  name?: string;
}

/**
 * Calls an endpoint that takes a file, and reports progress, which `fetch` cannot.
 * @throws CallError when the call is refused or gets no response, AbortError when `signal` aborts it
 */
export function upload<E extends Endpoint>(endpoint: E, file: FileOf<E>, options: UploadOptions = {}): Promise<Answer<E>> {
  const form = new FormData();
  form.append(endpoint.file!, file, options.name ?? endpoint.file); // a call without a file takes none here
  return sendRenewed<E>((bearer) => send(endpoint, form, bearer, options));
}

async function send({ method, path }: Endpoint, form: FormData, bearer: string | undefined, { onProgress, signal }: UploadOptions) {
  signal?.throwIfAborted();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal?.addEventListener("abort", abort);
  try {
    return await new Promise<Response>((resolve, reject) => {
      request.open(method, path);
      if (bearer) request.setRequestHeader("authorization", bearer);
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
      request.addEventListener("load", () => resolve(new Response(request.responseText, { status: request.status })));
      request.addEventListener("error", () => reject(noResponse()));
      request.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
      request.send(form);
    });
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}
