import { renderToReadableStream } from "react-dom/server";
import { ServerRouter, type EntryContext } from "react-router";
import { Nonce } from "./nonce.ts";

export { answerInProcess } from "#web/call.ts";

/**
 * Renders a page to completion. Its inline scripts carry the nonce that the server sent along, so that the server can
 * tell them from anything else that looks like a script.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  let code = status;
  const nonce = request.headers.get("x-script-nonce") ?? "";
  const page = (
    <Nonce value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </Nonce>
  );
  const body = await renderToReadableStream(page, {
    nonce,
    // Pages are complete without scripts: no part is moved to the end for a script to put in place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      code = 500;
      console.error(error);
    },
  });
  await body.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(body, { status: code, headers });
}
