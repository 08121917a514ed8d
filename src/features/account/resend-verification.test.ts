import { expect, test } from "vitest";
import { PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { resendVerification, verifyEmail } from "./contract.ts";
import { updateUser } from "./profile/contract.ts";

const shop = await openTestShop({ RATE_LIMIT: "on" });

const tokenIn = (text = "") => /verify-email\?token=(\S+)/.exec(text)?.[1] ?? "";

test("a second email can confirm the address; a confirmed address gets none", async () => {
  const { user, token } = await signUp(shop);
  expect(await shop.call(resendVerification, {}, { token })).toMatchObject({
    status: 200,
    body: { message: `We sent an email to ${user.email}` },
  });
  const [email] = await shop.emailsTo(user.email);
  expect((await shop.call(verifyEmail, { token: tokenIn(email?.text) })).status).toBe(200);

  // The link was opened where nobody had logged in. Another one can show that it is the same person.
  expect((await shop.call(resendVerification, {}, { token })).status).toBe(200);
  expect(await shop.emailsTo(user.email)).toHaveLength(2);
  await shop.shop.database.pool.query("update user_account set owner_confirmed = true where id = $1", [user._id]);
  expect((await shop.call(resendVerification, {}, { token })).body.message).toBe("Your email address is already confirmed");
  expect(await shop.emailsTo(user.email)).toHaveLength(2);
});

test("it goes to the new address that is waiting to be confirmed", async () => {
  const { user, token } = await signUp(shop);
  const email = `new-${user.email}`;
  await shop.call(updateUser, { name: user.name, mobile: "+51 999 888 777", email, password: PASSWORD }, { token });
  expect((await shop.call(resendVerification, {}, { token })).body.message).toBe(`We sent an email to ${email}`);
  expect(await shop.emailsTo(email)).toHaveLength(2);
});

test("at most five emails an hour, and none without a login", async () => {
  const { user, token } = await signUp(shop);
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push((await shop.call(resendVerification, {}, { token })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await shop.emailsTo(user.email)).toHaveLength(5);
  expect((await shop.call(resendVerification, {})).status).toBe(401);
});
