import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import * as account from "#features/account/contract.ts";
import * as profile from "#features/account/profile/contract.ts";
import * as twoStep from "#features/account/two-step/contract.ts";
import * as addresses from "#features/addresses/contract.ts";
import * as cart from "#features/cart/contract.ts";
import { sendMessage } from "#features/contact/contract.ts";
import * as coupons from "#features/coupons/contract.ts";
import * as lists from "#features/lists/contract.ts";
import { oftenBought } from "#features/orders/bought/contract.ts";
import * as orders from "#features/orders/contract.ts";
import * as changes from "#features/payments/changes/contract.ts";
import * as payments from "#features/payments/contract.ts";
import * as missing from "#features/pick/missing/contract.ts";
import * as push from "#features/push/contract.ts";
import * as security from "#features/security/contract.ts";
import { addCoupon } from "../../tests/support/coupons.ts";
import { addAddress, addProduct } from "../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf } from "../../tests/support/paying-shop.ts";
import { PASSWORD } from "../../tests/support/sign-up.ts";

const shop = await openPayingShop({ PUSH: "on" });
const { call } = shop;
const productId = await addProduct(shop, { stock: 50 });
const [ana, ben] = [await newPayer(shop), await newPayer(shop)];

// Ana has one of everything.
await shop.shop.database.pool.query("update address set address_line = '7 Private Lane' where id = $1", [ana.addressId]);
const list_items = [{ productId, quantity: 1 }];
const { code } = await addCoupon(shop);
const own = { token: ana.token, headers: { "idempotency-key": "anas-key" } };
const ordered = (await call(orders.cashOnDelivery, { list_items, addressId: ana.addressId }, own)).body.data;
const paid = (await ana.create({ [productId]: 2 })).body.orderId as string;
const line = (await call(cart.addToCart, { productId }, ana)).body.data;
const list = { _id: "b".repeat(32), name: "Ana's list" };
await call(lists.createList, { ...list, lines: [{ productId, quantity: 2 }] }, ana);
const session = (await call(security.listSessions, undefined, ana)).body.data[0];
await shop.shop.database.pool.query("update user_account set owner_confirmed = true where id = $1", [ana.user._id]);
const { ticket } = (await call(twoStep.startPasskey, { password: PASSWORD }, ana)).body.data;
const p256dh = createECDH("prime256v1").generateKeys("base64url");
const passkey = "a".repeat(32);
await shop.shop.database.pool.query(
  "insert into passkey (id, user_id, public_key, counter, transports, name) values ($1, $2, 'x', 0, '{}', 'Phone')",
  [passkey, ana.user._id],
);

/** What Ana sees of her own. */
async function view(): Promise<unknown> {
  const reads = [
    account.userDetails,
    addresses.listAddresses,
    cart.getCart,
    lists.getLists,
    orders.listOrders,
    payments.openPayment,
    security.listSessions,
    twoStep.readTwoStep,
  ] as Endpoint[];
  const answers = await Promise.all(reads.map((read) => call(read, {}, { token: ana.token })));
  expect(answers.map(({ status }) => status)).toEqual(reads.map(() => 200));
  const varying = /"(?:secondsLeft|last_used_date|lastSeenAt|usedAt)":[^,}]*/g;
  return JSON.stringify([answers.map(({ body }) => body.data), await piecesOf(shop, productId)]).replaceAll(varying, "");
}

const address = { address_line: "1 Ben Street", city: "Cusco", state: "Cusco", country: "Peru", pincode: "08000", mobile: "1" };
const anas = { orderId: ordered.orderId };
const toAnas = { list_items, addressId: ana.addressId };
/** Calls of Ben with ids of Ana, and how each is refused. */
const FOREIGN: [Endpoint, object, number][] = [
  [addresses.updateAddress, { _id: ana.addressId, userId: ana.user._id, ...address }, 404],
  [addresses.removeAddress, { _id: ana.addressId }, 404],
  [cart.updateQuantity, { _id: line._id, qty: 9 }, 404],
  [cart.deleteCartLine, { _id: line._id }, 404],
  [lists.renameList, { _id: list._id, name: "Ben's" }, 404],
  [lists.deleteList, { _id: list._id }, 404],
  [lists.setListLine, { _id: list._id, productId, quantity: 9 }, 404],
  [lists.addListToCart, { _id: list._id }, 404],
  [orders.getOrder, anas, 404],
  [orders.quoteRefund, anas, 404],
  [orders.getOrder, { orderId: ordered._id }, 404],
  [orders.cancelOrder, anas, 404],
  [orders.buyOrderAgain, anas, 404],
  [missing.listMissing, anas, 404],
  [missing.answerMissing, { ...anas, position: 0, productId, choice: "refund" }, 404],
  [orders.orderInvoice, anas, 404],
  [changes.quoteChange, { ...anas, list_items }, 404],
  [changes.payChange, { ...anas, list_items }, 404],
  [changes.changeOrder, { ...anas, list_items }, 404],
  [orders.cashOnDelivery, toAnas, 404],
  [payments.createPayPalOrder, toAnas, 404],
  [payments.createCulqiOrder, toAnas, 404],
  [payments.checkout, { ...toAnas, provider: "culqi" }, 404],
  [payments.checkout, { ...toAnas, provider: "cash" }, 404],
  [payments.getPayPalOrderDetails, { orderId: paid }, 404],
  [payments.confirmPayPalPayment, { orderId: paid }, 404],
  [payments.confirmPayPalPaymentByGet, { orderId: paid }, 404],
  [payments.confirmCulqiPayment, { orderId: paid, token: "tkn_test_0000000000000000" }, 404],
  [payments.cancelPayment, { orderId: paid }, 404],
  [security.endSession, { _id: session._id }, 404],
  [twoStep.addPasskey, { ticket, name: "Ben's", response: { id: "x", rawId: "x", type: "public-key", response: {} } }, 409],
  [twoStep.removePasskey, { _id: passkey, password: PASSWORD }, 404],
];
/** Calls that are about the person who makes them, with what a stranger might add to make them about someone else. */
const forAna = { _id: ana.user._id, userId: ana.user._id, user: ana.user, email: ana.user.email };
const OWN: [Endpoint, object][] = [
  [addresses.listAddresses, forAna],
  [addresses.createAddress, { ...address, userId: ana.user._id, _id: ana.addressId, status: false }],
  [cart.addToCart, { productId, ...forAna }],
  [cart.getCart, forAna],
  [cart.mergeCart, { items: [{ productId, quantity: 3 }], mergeId: "0".repeat(32), ...forAna }],
  [lists.getLists, forAna],
  [lists.createList, { ...list, name: "Ben's", userId: ana.user._id }],
  [lists.mergeLists, { lists: [{ ...list, name: "Ben's", lines: [{ productId, quantity: 9 }] }], ...forAna }],
  [orders.listOrders, forAna],
  [oftenBought, forAna],
  [orders.orderOfKey, { key: "anas-key", ...forAna }],
  [payments.openPayment, forAna],
  [coupons.couponsOffered, forAna],
  [coupons.checkCoupon, { code, list_items, ...forAna }],
  [sendMessage, { name: "Ben", email: "ben@shop.example", subject: "Hi", message: "Hi", userId: ana.user._id }],
  [account.userDetails, forAna],
  [
    profile.updateUser,
    { ...forAna, email: ben.user.email, name: "Ben", mobile: "1", role: "ADMIN", status: "Suspended", verify_email: true },
  ],
  [profile.removeAvatar, forAna],
  [profile.cancelEmailChange, forAna],
  [account.resendVerification, forAna],
  [push.pushKey, forAna],
  [push.startPush, { endpoint: "https://fcm.googleapis.com/fcm/send/ben", keys: { p256dh, auth: "A".repeat(22) }, ...forAna }],
  [push.endPush, forAna],
  [security.listSessions, forAna],
  [security.listSecurityEvents, forAna],
  [security.downloadData, forAna],
  [security.endOtherSessions, forAna],
  [twoStep.readTwoStep, forAna],
];
/** Changes that ask for the password of the person who makes them, take a file, or need a shop that sells in soles: they have tests of their own. */
const TESTED_ELSEWHERE: Endpoint[] = [
  profile.uploadAvatar,
  payments.createYapeOrder,
  security.changePassword,
  security.deleteAccount,
  twoStep.startAuthenticator,
  twoStep.confirmAuthenticator,
  twoStep.removeAuthenticator,
  twoStep.startPasskey,
  twoStep.renewRecoveryCodes,
];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

test("every call of logged-in people is tried here with what belongs to someone else", () => {
  const tried = [...FOREIGN, ...OWN].map(([endpoint]) => endpoint).concat(TESTED_ELSEWHERE);
  const all = shop.shop.inProcess.endpoints().filter(({ access }) => access === "user");
  expect(all.map(nameOf).toSorted()).toEqual([...new Set(tried.map(nameOf))].toSorted());
});

const asBen = (endpoint: Endpoint, input: object) => {
  const { method, path } = endpoint;
  const headers = { authorization: `Bearer ${ben.token}` };
  return shop.app.inject({
    method,
    url: path,
    headers,
    ...(method === "GET" ? { query: input as Record<string, string> } : { payload: input }),
  });
};

test.each(FOREIGN.map(([endpoint, input, status]) => [endpoint.method, endpoint.path, endpoint, input, status] as const))(
  "%s %s with what belongs to somebody else is refused and changes nothing",
  async (_method, _path, endpoint, input, status) => {
    const before = await view();
    const answer = await asBen(endpoint, input);
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.any(String)]);
    expect(answer.body).not.toMatch(new RegExp(`${ana.user.email}|Private Lane`));
    expect(await view()).toBe(before);
  },
);

test.each(OWN.map(([endpoint, input]) => [endpoint.method, endpoint.path, endpoint, input] as const))(
  "%s %s is about the person who makes it, whoever the request names",
  async (_method, _path, endpoint, input) => {
    const before = await view();
    const answer = await asBen(endpoint, input);
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      expect.not.stringMatching(new RegExp(`${ana.user._id}|Private Lane|${ordered.orderId}`)),
    ]);
    expect(await view()).toBe(before);
  },
);

test("nobody gives themselves a role, a status or a confirmed address", async () => {
  const { body } = await call(account.userDetails, undefined, ben);
  expect(body.data).toMatchObject({ role: "USER", status: "Active", verify_email: false, name: "Ben" });
});

test("a key of one account is not a key of another", async () => {
  const addressId = await addAddress(shop, ben.user._id);
  const answer = await call(
    orders.cashOnDelivery,
    { list_items, addressId },
    { token: ben.token, headers: { "idempotency-key": "anas-key" } },
  );
  expect(answer.status).toBe(200);
  expect(answer.body.data.orderId).not.toBe(ordered.orderId);
});
