import type { Endpoint } from "#shared/endpoint.ts";
import type { TestAnswer, TestShop } from "./test-shop.ts";

interface SendOptions {
  token?: string;
  /** The name of the form's field; the endpoint's own unless said otherwise. */
  field?: string;
  name?: string;
  type?: string;
  /** Where it comes from. */
  ip?: string;
  /** Other fields of the form. */
  fields?: Record<string, string>;
}

/** Sends a file as the form of a browser would. */
export async function sendFile(
  { app }: Pick<TestShop, "app">,
  endpoint: Endpoint,
  file: Uint8Array<ArrayBuffer>,
  { token, field = endpoint.file!, name = "picture.jpg", type = "image/jpeg", ip = "127.0.0.1", fields = {} }: SendOptions = {},
): Promise<TestAnswer> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append(field, new Blob([file], { type }), name);
  const sent = new Response(form);
  const answer = await app.inject({
    method: endpoint.method,
    url: endpoint.path,
    remoteAddress: ip,
    headers: { "content-type": sent.headers.get("content-type")!, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
