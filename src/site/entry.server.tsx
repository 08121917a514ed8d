import { renderToReadableStream } from "react-dom/server";
import { ServerRouter, type EntryContext } from "react-router";

export { answerInProcess } from "#web/call.ts";

/** Renders a page to completion: kept pages carry the hashes of all their inline scripts. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  let code = status;
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    // Nothing is moved to the end of the page for a script to put in its place: pages are whole without script.
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
