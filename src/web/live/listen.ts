import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { noResponse, read, renewed, send } from "../call.ts";

/** One server-sent event. `retry` says how long to wait before connecting again, in ms; `ping` only that the stream is alive. */
export interface ServerEvent {
  event: string;
  data: unknown;
}

/**
 * Listens to an endpoint of server-sent events until it ends or is aborted.
 * @throws CallError when the call is refused or gets no response
 */
export async function* listen<E extends Endpoint>(endpoint: E, input: InputOf<E>, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const response = await renewed((bearer) => send(endpoint, input, { signal }, bearer));
  if (!response.ok || !response.body) throw await read(response).then(() => noResponse());
  let waiting = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (waiting + value).split("\n\n");
    waiting = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 1).trim()]));
      const [event, data, retry] = [fields.get("event"), fields.get("data"), fields.get("retry")];
      if (retry) yield { event: "retry", data: Number(retry) };
      else if (event && data) yield { event, data: JSON.parse(data) as unknown };
      else yield { event: "ping", data: null };
    }
  }
}
