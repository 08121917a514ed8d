import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { register, userDetails, verifyEmail } from "./contract.ts";
import { VerificationTokens } from "./verification-token.ts";

const shop = await openTestShop();

test("API-2 registering sends an email whose link confirms the address", async () => {
  const person = { name: "Ana Ruiz", email: "Ana@Example.org", password: "a good long one", confirmPassword: "a good long one" };
  await shop.call(register, person);
  const [email, ...more] = await shop.emailsTo("ana@example.org");
  expect(more).toEqual([]);
  expect(email?.from?.address).toBe("hello@despensa.example");
  expect(email?.html).toContain("Hello,");
  expect(`${email?.html} ${email?.text}`).not.toContain("Ruiz");

  const token = /verify-email\?token=(\S+)/.exec(email?.text ?? "")?.[1] ?? "";
  expect(email?.html).toContain(token);
  expect(await shop.call(verifyEmail, { token })).toMatchObject({ status: 200, body: { data: { email: "Ana@Example.org" } } });
});

test("API-8 an email address counts as verified once its link was followed", async () => {
  const { user, token } = await signUp(shop);
  const verified = async () => (await shop.call(userDetails, {}, { token })).body.data.verify_email as boolean;
  const links = new VerificationTokens(shop.shop.config.jwtSecret);

  const foreign = await new VerificationTokens("another shop's secret").sign({ userId: user._id, email: user.email });
  const older = await links.sign({ userId: user._id, email: "former@example.org" });
  for (const wrong of [foreign, older, "x"]) expect((await shop.call(verifyEmail, { token: wrong })).status).toBe(400);
  expect(await verified()).toBe(false);

  await shop.call(verifyEmail, { token: await links.sign({ userId: user._id, email: user.email }) });
  expect(await verified()).toBe(true);
});
