import { request as send } from "node:http";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import type { Recorded } from "./bare-server.ts";

/** As browsers send it. */
const ACCEPT = { "accept-encoding": "gzip, deflate, br, zstd" };

/** A prepared request, for the load generator and for recording the bare server's response. */
export interface Prepared {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export function page(path: string): Prepared {
  return { method: "GET", path, headers: { ...ACCEPT, accept: "text/html" }, body: "" };
}

export function apiCall<E extends Endpoint>({ method, path }: E, input: InputOf<E>, headers: Record<string, string> = {}): Prepared {
  const body = method === "GET" ? "" : JSON.stringify(input ?? {});
  const json = method === "GET" ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
  return { method, path, headers: { ...ACCEPT, ...json, ...headers }, body };
}

/** The raw HTTP request. */
export function raw({ method, path, headers, body }: Prepared): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("")}\r\n${body}`;
}

const PER_CONNECTION = new Set(["date", "connection", "keep-alive"]);

/** Sends a request once and records the response's bytes. */
export function record(port: number, { method, path, headers, body }: Prepared): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    const request = send({ port, host: "127.0.0.1", method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const kept = Object.entries(answer.headers).filter(([name]) => !PER_CONNECTION.has(name));
        const status = answer.statusCode ?? 0;
        if (status !== 200) return reject(new Error(`${method} ${path} answered ${status}: ${Buffer.concat(chunks).toString()}`));
        resolve({
          status,
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks).toString("base64"),
        });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Makes an API call and returns the parsed response. */
export async function ask<E extends Endpoint>(port: number, endpoint: E, input: InputOf<E>, token?: string) {
  const { method, path, headers, body } = apiCall(endpoint, input, token ? { authorization: `Bearer ${token}` } : {});
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body ? { body } : {}) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return endpoint.reply.parse(await answer.json()) as ReturnType<E["reply"]["parse"]>;
}
