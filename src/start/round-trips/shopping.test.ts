import { test } from "vitest";
import * as addresses from "#features/addresses/contract.ts";
import * as cart from "#features/cart/contract.ts";
import * as catalogue from "#features/catalogue/contract.ts";
import { relatedProducts } from "#features/catalogue/related/contract.ts";
import * as complaints from "#features/complaints/contract.ts";
import { sendMessage } from "#features/contact/contract.ts";
import { checkCoupon, couponsOffered } from "#features/coupons/contract.ts";
import { deliveryOffer, deliverySlots } from "#features/delivery/contract.ts";
import * as lists from "#features/lists/contract.ts";
import * as push from "#features/push/contract.ts";
import { completeSearch } from "#features/search/completions/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { countSearch } from "#features/search/report/contract.ts";
import { newId } from "#server/new-id.ts";
import { COMPLAINT, COMPLAINTS_BOOK } from "../../../tests/support/complaint.ts";
import { addCoupon } from "../../../tests/support/coupons.ts";
import { openCallCounter } from "../../../tests/support/counted-calls.ts";
import { daily, setDelivery, zone } from "../../../tests/support/delivery.ts";
import { addAddress, addProduct, addShelf } from "../../../tests/support/goods.ts";
import { openPushService } from "../../../tests/support/push-service.ts";
import { settingsOf } from "../../../tests/support/settings.ts";
import { signUp } from "../../../tests/support/sign-up.ts";

const { near, call, count, check } = await openCallCounter({ PUSH: "on" });
const [rice, figs] = [await addProduct(near, { stock: 10, name: "Brown rice" }), await addProduct(near, { stock: 10, price: 5 })];

test("the cart, the lists and the addresses", { timeout: 60_000 }, async () => {
  const { user, token } = await signUp(near);
  await count(cart.addToCart, { productId: rice }, { token });
  const [line] = (await call(cart.getCart, {}, { token })).body.data;
  await count(cart.getCart, {}, { token });
  await count(cart.updateQuantity, { _id: line._id, qty: 3 }, { token });
  await count(cart.mergeCart, { mergeId: "m1", items: [{ productId: figs, quantity: 2 }] }, { token });
  await count(cart.deleteCartLine, { _id: line._id }, { token });

  const list = { _id: newId(), name: "Weekly", lines: [{ productId: rice, quantity: 1 }] };
  await count(lists.createList, list, { token });
  await count(lists.setListLine, { _id: list._id, productId: figs, quantity: 2 }, { token });
  await count(lists.setListLine, { _id: lists.FAVORITES, productId: figs, quantity: 1 }, { token, when: "favorites" });
  await count(lists.getLists, undefined, { token });
  await count(lists.renameList, { _id: list._id, name: "Monthly" }, { token });
  await count(lists.addListToCart, { _id: list._id }, { token });
  await count(lists.mergeLists, { lists: [{ ...list, _id: newId(), name: "Party" }] }, { token });
  await count(lists.deleteList, { _id: list._id }, { token });

  const address = { address_line: "1 Elm St", city: "Lima", state: "Lima", pincode: "15001", country: "Peru", mobile: "+51 999 111 222" };
  const addressId = await addAddress(near, user._id);
  await count(addresses.createAddress, address, { token });
  await count(addresses.listAddresses, {}, { token });
  await count(addresses.updateAddress, { _id: addressId, userId: user._id, ...address }, { token });
  await count(addresses.removeAddress, { _id: addressId }, { token });
});

test("the catalogue and its search", { timeout: 60_000 }, async () => {
  const { categoryId, subCategoryId } = await addShelf(near, [rice, figs]);
  await count(catalogue.home);
  await count(catalogue.listCategories, {});
  await count(catalogue.listSubCategories, {});
  await count(catalogue.listProducts, { page: 1, limit: 12, search: "" });
  await count(catalogue.productsOfCategory, { id: categoryId });
  await count(catalogue.listing, { categoryId, subCategoryId, page: 1, limit: 8 });
  await count(catalogue.productDetails, { productId: rice });
  await count(catalogue.manyProducts, { ids: [rice, figs] });
  await count(relatedProducts, { productId: rice });
  await count(searchProducts, { search: "rice", page: 1 });
  await count(completeSearch, { search: "ri" });
  await count(countSearch, { search: "rice", event: "found" });
});

test("delivery, coupons and notifications", { timeout: 60_000 }, async () => {
  const { token } = await signUp(near);
  await setDelivery(near, { zones: [zone({ times: [daily(5)] })] });
  const place = { postcode: "15001", city: "Lima" };
  await call(deliveryOffer, place);
  await count(deliveryOffer, place);
  await count(deliverySlots, { ...place, way: "delivery" });
  const { code } = await addCoupon(near);
  await count(couponsOffered, undefined, { token });
  await count(checkCoupon, { code, list_items: [{ productId: rice, quantity: 1 }] }, { token });
  await call(push.pushKey, undefined, { token });
  await count(push.pushKey, undefined, { token });
  const { keys } = await openPushService();
  await count(push.startPush, { endpoint: "https://fcm.googleapis.com/fcm/send/abc", keys }, { token });
  await count(push.endPush, undefined, { token });
});

test("messages and complaints", { timeout: 60_000 }, async () => {
  const { token } = await signUp(near);
  const message = { name: "Ana", email: "ana@shop.example", subject: "Figs", message: "When do they arrive?" };
  await count(sendMessage, message, { token });
  // The process that counts has them at once.
  const set = await settingsOf({ ...near, call });
  await set(COMPLAINTS_BOOK);
  await call(complaints.fileComplaint, COMPLAINT);
  await count(complaints.fileComplaint, COMPLAINT);
  const { key } = (await call(complaints.fileComplaint, COMPLAINT)).body.data;
  await count(complaints.readSheet, { key });
  await count(complaints.sheetPdf, { key });
});

test("each takes at most 3 round trips, except those listed", () => check(import.meta.filename));
