import type { Endpoint } from "#shared/endpoint.ts";
import type { TestAnswer, TestShop } from "./test-shop.ts";

interface SendOptions {
  token?: string;
  /** Name of the form field; defaults to the endpoint's. */
  field?: string;
  name?: string;
  type?: string;
  /** The client's IP address. */
  ip?: string;
  /** Other form fields. */
  fields?: Record<string, string>;
}

/** Uploads a file as a browser form would. */
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
