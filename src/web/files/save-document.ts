import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { toast } from "#ui/toast/toast.ts";
import { messageOf, noResponse, read, renewed, send, type CallOptions } from "../call.ts";
import { saveFile } from "./save-file.ts";

/** Downloads a document from the API and saves it under a name; a failure is toasted. */
export async function saveDocument<E extends Endpoint>(
  name: string,
  endpoint: E,
  input: InputOf<E>,
  params: Record<string, string> = {},
): Promise<void> {
  const id = endpoint.path;
  try {
    saveFile(name, await download(endpoint, input, { params }));
    toast.dismiss(id);
  } catch (error) {
    toast.error(messageOf(error), { id });
  }
}

/** @throws CallError when the call is refused or gets no response */
async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: Pick<CallOptions, "params">): Promise<Blob> {
  const response = await renewed((bearer) => send(endpoint, input, options, bearer));
  if (!response.ok) await read(response);
  return response.blob().catch((error: unknown) => {
    throw noResponse(error);
  });
}
