import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import { test } from "vitest";
import * as account from "#features/account/contract.ts";
import * as profile from "#features/account/profile/contract.ts";
import * as twoStep from "#features/account/two-step/contract.ts";
import * as customers from "#features/customers/contract.ts";
import * as invitations from "#features/invitations/contract.ts";
import * as reset from "#features/reset/contract.ts";
import * as security from "#features/security/contract.ts";
import * as staff from "#features/staff/contract.ts";
import { openCallCounter } from "../../../tests/support/counted-calls.ts";
import { passkeyDevice } from "../../../tests/support/passkey-device.ts";
import { codeIn, ticketIn } from "../../../tests/support/reset.ts";
import { makeAdmin, PASSWORD, signUp } from "../../../tests/support/sign-up.ts";

const { near, call, count, countFile, check } = await openCallCounter();
const NEW = "another pantry of one's own";
const tokenIn = async (email: string, path: string) =>
  new RegExp(`/${path}\\?token=([\\w.-]+)`).exec((await near.emailsTo(email))[0]?.text ?? "")?.[1] ?? "";
const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: Date.now() + steps * 30_000 });

test("joining, logging in and out", { timeout: 120_000 }, async () => {
  const person = { name: "Ana", email: "ana@shop.example", password: PASSWORD, confirmPassword: PASSWORD };
  await count(account.register, person);
  await count(account.verifyEmail, { token: await tokenIn(person.email, "verify-email") });
  const credentials = { email: person.email, password: PASSWORD };
  await call(account.login, credentials);
  await count(account.login, credentials, { when: "with a new browser" });
  const { accesstoken: token, refreshToken } = (await call(account.login, credentials)).body.data;
  await count(account.refresh, undefined, { token: refreshToken });
  await count(account.resendVerification, undefined, { token });
  await count(account.userDetails, undefined, { token });
  await count(profile.updateUser, { name: "Ana Maria", mobile: "+51 999 111 222", email: person.email }, { token });
  const moved = { name: "Ana", mobile: "+51 999 111 222", email: "new@shop.example", password: PASSWORD };
  await count(profile.updateUser, moved, { token, when: "with another email address" });
  await count(profile.cancelEmailChange, undefined, { token });
  for (const background of ["#0a0", "#00a"]) {
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer();
    // The second one replaces the first.
    await countFile(profile.uploadAvatar, new Uint8Array(picture), { token });
  }
  await count(profile.removeAvatar, undefined, { token });
  await count(account.logout, undefined, { token });
});

test("a forgotten password", { timeout: 60_000 }, async () => {
  const { user } = await signUp(near, { isConfirmed: true });
  const email = user.email;
  await count(reset.forgotPassword, { email });
  const otp = codeIn((await near.emailsTo(email))[0]);
  await count(reset.verifyForgotPasswordOtp, { email, otp });
  await call(reset.forgotPassword, { email });
  const accepted = await call(reset.verifyForgotPasswordOtp, { email, otp: codeIn((await near.emailsTo(email))[0]) });
  const headers = { cookie: ticketIn(accepted) };
  await count(reset.resetPassword, { email, newPassword: NEW, confirmPassword: NEW }, { headers });
});

test("two-step login", { timeout: 60_000 }, async () => {
  const { user, token } = await signUp(near, { isConfirmed: true });
  const password = PASSWORD;
  await count(twoStep.startAuthenticator, { password }, { token });
  const { secret } = (await call(twoStep.startAuthenticator, { password }, { token })).body.data;
  await count(twoStep.confirmAuthenticator, { code: codeOf(secret, -1) }, { token });
  await count(twoStep.readTwoStep, undefined, { token });
  const { ticket } = (await call(account.login, { email: user.email, password })).body.data;
  await count(twoStep.secondStep, { ticket, code: codeOf(secret, 0) });
  await count(twoStep.renewRecoveryCodes, { password }, { token });
  // The first one loads what makes its options.
  const { data: adding } = (await call(twoStep.startPasskey, { password }, { token })).body;
  await count(twoStep.startPasskey, { password }, { token });
  const device = passkeyDevice(near.shop.config.publicUrl);
  const created = device.create(adding.options);
  await count(twoStep.addPasskey, { ticket: adding.ticket, name: "Phone", response: created }, { token });
  const { data: using } = (await call(twoStep.passkeyLoginOptions)).body;
  await count(twoStep.passkeyLoginOptions);
  await count(twoStep.passkeyLogin, { ticket: using.ticket, response: device.use(using.options) });
  await count(twoStep.removePasskey, { _id: created.id, password }, { token });
  await count(twoStep.removeAuthenticator, { password }, { token });
});

test("the security of an account", { timeout: 60_000 }, async () => {
  const { user, token } = await signUp(near, { isConfirmed: true });
  const credentials = { email: user.email, password: PASSWORD };
  await count(security.listSessions, undefined, { token });
  await count(security.listSecurityEvents, undefined, { token });
  await count(security.downloadData, undefined, { token });
  await call(account.login, credentials);
  const { data } = (await call(security.listSessions, undefined, { token })).body;
  await count(security.endSession, { _id: data.find(({ current }: { current: boolean }) => !current)._id }, { token });
  await call(account.login, credentials);
  await count(security.endOtherSessions, undefined, { token });
  const changed = { password: PASSWORD, newPassword: NEW, confirmPassword: NEW };
  await count(security.changePassword, changed, { token });
  const other = await signUp(near, { isConfirmed: true });
  await count(security.deleteAccount, { password: PASSWORD }, { token: other.token });
  const when = "of an unconfirmed address";
  const third = await signUp(near);
  await count(security.changePassword, changed, { token: third.token, when });
  await count(security.deleteAccount, { password: PASSWORD }, { token: (await signUp(near)).token, when });
});

test("the staff and the customers", { timeout: 60_000 }, async () => {
  const { token } = await makeAdmin(near);
  const { user } = await signUp(near, { isConfirmed: true });
  const email = "picker@shop.example";
  await count(staff.listStaff, {}, { token });
  await count(staff.changeRole, { _id: user._id, role: "MANAGER", password: PASSWORD }, { token });
  await count(staff.resetTwoStep, { _id: user._id, password: PASSWORD }, { token });
  await count(staff.changeStatus, { _id: user._id, status: "Suspended" }, { token });
  await count(invitations.invite, { email, role: "PICKER", password: PASSWORD }, { token });
  await count(invitations.listInvitations, undefined, { token });
  const [invitation] = (await call(invitations.listInvitations, undefined, { token })).body.data;
  await count(invitations.resendInvitation, { _id: invitation._id }, { token });
  const link = await tokenIn(email, "join");
  await count(invitations.readInvitation, { token: link });
  await count(invitations.acceptInvitation, { token: link, name: "Paco", password: PASSWORD, confirmPassword: PASSWORD });
  await call(invitations.invite, { email: "other@shop.example", role: "PICKER", password: PASSWORD }, { token });
  const [other] = (await call(invitations.listInvitations, undefined, { token })).body.data;
  await count(invitations.withdrawInvitation, { _id: other._id }, { token });
  // Totals are added up every minute.
  await call(customers.listCustomers, {}, { token });
  await count(customers.listCustomers, {}, { token });
  await count(customers.getCustomer, undefined, { token, params: { customerId: user._id } });
  await count(customers.customerOrders, {}, { token, params: { customerId: user._id } });
});

test("each takes at most 3 round trips, except those listed", () => check(import.meta.filename));
