import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { toast } from "#ui/toast.ts";
import { download, messageOf } from "../call.ts";
import { saveFile } from "./save-file.ts";

/** Downloads a document from the API and saves it under a name; a failure is toasted. */
export async function saveDocument<E extends Endpoint>(
  name: string,
  endpoint: E,
  input: InputOf<E>,
  params: Record<string, string> = {},
): Promise<void> {
  try {
    saveFile(name, await download(endpoint, input, { params }));
  } catch (error) {
    toast.error(messageOf(error));
  }
}
