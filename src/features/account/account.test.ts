import { expect, test } from "vitest";
import { PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { login, logout, refresh, register, userDetails } from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const maria = { name: "Maria", email: "Maria@Shop.example", password: PASSWORD, confirmPassword: PASSWORD };

test("API-2 API-3 API-8 a person registers, signs in and reads their details", async () => {
  const registered = await call(register, maria);
  expect(registered).toMatchObject({ status: 200, body: { success: true, message: "Your account is ready. Please log in." } });
  const answer = await call(login, { email: "maria@shop.EXAMPLE", password: PASSWORD });
  expect(answer).toMatchObject({ status: 200, body: { message: "Welcome, Maria!" } });
  const { accesstoken } = answer.body.data;
  const details = await call(userDetails, undefined, { token: accesstoken });
  expect(details.body.data).toMatchObject({
    _id: registered.body.data._id,
    email: "Maria@Shop.example",
    verify_email: false,
    role: "USER",
  });
});

test("API-9 logging out ends the session on the server", async () => {
  const { token, refreshToken } = await signUp(shop);
  expect(await call(logout, undefined, { token })).toMatchObject({ status: 200, headers: { "cache-control": "no-store" } });
  expect((await call(userDetails, undefined, { token })).status).toBe(401);
  expect((await call(refresh, undefined, { token: refreshToken })).status).toBe(401);
});

test("API-7 a refresh token is exchanged for new tokens", async () => {
  const { refreshToken } = await signUp(shop);
  const { status, body } = await call(refresh, undefined, { token: refreshToken });
  expect(status).toBe(200);
  expect(body.data.refreshToken).not.toBe(refreshToken);
  expect((await call(userDetails, undefined, { token: body.data.accessToken })).status).toBe(200);
});
