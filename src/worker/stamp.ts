const HEADER = "x-stored-at";

/** How long ago (ms) a response was stored. */
export const ageOf = (response: Response): number => Date.now() - Number(response.headers.get(HEADER));

/** The response as it is stored: with the time. */
export async function withStamp(response: Response, now = Date.now()): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set(HEADER, String(now));
  return new Response(await response.blob(), { status: response.status, headers });
}

/** A page as it is shown. If it comes from the cache, <html> has the time it was stored, so that the page can say so. */
export async function stampOf(response: Response): Promise<Response> {
  const at = Number(response.headers.get(HEADER));
  if (!at) return response;
  const html = await response.text();
  return new Response(html.replace("<html ", `<html data-stored-at="${at}" `), { status: response.status, headers: response.headers });
}
