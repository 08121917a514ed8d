import { expect, test } from "vitest";
import { PASSWORD, signUp, type SignedUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop, type TestAnswer } from "../../../../tests/support/test-shop.ts";
import { untilBlocked } from "../../../../tests/support/until-blocked.ts";
import { updateUser } from "./contract.ts";

const shop = await openTestShop();
const { pool } = shop.shop.database;

const save = ({ token }: SignedUp, email: string, password?: string) =>
  shop.call(updateUser, { name: "Ana Torres", mobile: "+51 999 888 777", email, password }, { token });
const accountOf = async ({ user }: SignedUp) => {
  const { rows } = await pool.query("select name, email, new_email, verify_email from user_account where id = $1", [user._id]);
  return rows[0] as unknown;
};

/** Makes a call that has to wait for the person's row, and meanwhile does what `statements` do, with the person's id as $1. */
async function meanwhile({ user }: SignedUp, call: () => Promise<TestAnswer>, ...statements: string[]): Promise<TestAnswer> {
  const holder = await pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select from user_account where id = $1 for update", [user._id]);
    const answer = call();
    await untilBlocked(shop);
    for (const statement of statements) await holder.query(statement, [user._id]);
    await holder.query("commit");
    return await answer;
  } finally {
    holder.release();
  }
}

test("API-11 saving the profile doesn't undo a change of email address that is confirmed at the same moment", async () => {
  const ana = await signUp(shop);
  const email = `new-${ana.user.email}`;
  await save(ana, email, PASSWORD);
  const answer = await meanwhile(
    ana,
    () => save(ana, ana.user.email),
    "update user_account set email = new_email, new_email = '', verify_email = true where id = $1",
  );
  expect(answer).toMatchObject({ status: 200, body: { data: { name: "Ana Torres", email, verify_email: true } } });
  expect(await accountOf(ana)).toEqual({ name: "Ana Torres", email, new_email: "", verify_email: true });
});

const RESET = "update user_account set password_hash = 'another', new_email = '' where id = $1";
const LOG_OUT = "update session set revoked_at = now() where user_id = $1";

test.each([
  { what: "a new password", statements: [RESET, LOG_OUT], status: 409, message: "Your password has just been changed. Log in again." },
  { what: "the end of the session", statements: [LOG_OUT], status: 401 },
])("API-11 $what at the same moment stops a change of email address", async ({ statements, status, message }) => {
  const ana = await signUp(shop);
  const email = `thief-${ana.user.email}`;
  const answer = await meanwhile(ana, () => save(ana, email, PASSWORD), ...statements);
  expect(answer).toMatchObject({ status, body: message ? { message } : {} });
  expect(await accountOf(ana)).toMatchObject({ name: ana.user.name, email: ana.user.email, new_email: "" });
  expect(await shop.emailsTo(email)).toEqual([]);
});
