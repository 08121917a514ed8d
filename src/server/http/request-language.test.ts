import { expect, test } from "vitest";
import { login } from "#features/account/contract.ts";
import { BODY_LIMIT } from "#shared/endpoint.ts";
import { isForStaff } from "#shared/roles.ts";
import { PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";

const shop = await openTestShop({ RATE_LIMIT: "on" });
const url = await shop.app.listen({ port: 0, host: "127.0.0.1" });
const guarded = shop.shop.inProcess.endpoints().filter(({ access }) => access !== "anyone");

async function ask(path: string, { method = "GET", body = "", type = "application/json", token = "" } = {}) {
  const headers = { ...(body && { "content-type": type }), ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + path, { method, headers, ...(body && { body }) });
  const text = await answer.text();
  return { status: answer.status, message: answer.headers.get("content-type")?.includes("json") ? JSON.parse(text).message : "", text };
}

test("a call under /es/api answers in Spanish, and refuses strangers and other roles as it does under /api", async () => {
  const { token } = await signUp(shop);
  for (const { method, path, access } of guarded) {
    const address = `/es${path.replace(/:\w+/g, "0".repeat(32))}`;
    const body = method === "GET" ? "" : "{ no JSON";
    expect(await ask(address, { method, body })).toMatchObject({ status: 401, message: "Inicia sesión" });
    if (isForStaff(access)) expect([path, (await ask(address, { method, body, token })).status]).toEqual([path, 403]);
  }
});

test("bodies have the same limits and types there, and methods the same refusals", async () => {
  const post = (body: string, type?: string) => ask(`/es${login.path}`, { method: "POST", body, ...(type && { type }) });
  expect(await post(JSON.stringify("x".repeat(BODY_LIMIT)))).toMatchObject({ status: 413, message: "La solicitud es demasiado grande" });
  expect(await post("a=1", "text/plain")).toMatchObject({ status: 415, message: "Envía JSON" });
  expect(await post("{")).toMatchObject({ status: 400, message: "el cuerpo no es JSON válido" });
  expect(await post('{"email":"a\\u0000"}')).toMatchObject({ status: 400, message: "el cuerpo tiene un carácter NUL" });
  expect((await ask(`/es${login.path}`)).status).toBe(405);
  expect((await ask("/es/api/nothing")).status).toBe(404);
});

test("no other way to write the prefix reaches a call", async () => {
  for (const prefix of ["/es/es", "/ES", "/es/", "//es", "/%65s", "/%2Fes", "/es%2F", "/x/es"])
    expect([prefix, (await ask(`${prefix}/api/shop`)).status]).toEqual([prefix, 404]);
});

test("limits count both prefixes together", async () => {
  const { user } = await signUp(shop);
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    const body = JSON.stringify({ email: user.email, password: `${PASSWORD} not` });
    statuses.push((await ask(`${n % 2 ? "/es" : ""}${login.path}`, { method: "POST", body })).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

const terms = async (prefix: string) => (await ask(`${prefix}/api/shop/texts/terms`)).text;

test("cached responses of one language are never sent for the other", async () => {
  const [spanish, english] = [await terms("/es"), await terms("")];
  expect(spanish).not.toBe(english);
  for (const [prefix, text] of [
    ["", english],
    ["/es", spanish],
  ] as const)
    expect(await terms(prefix)).toBe(text);
});
