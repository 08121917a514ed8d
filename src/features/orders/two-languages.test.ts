import { expect, test } from "vitest";
import type { Language } from "#words/language.ts";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { makeAdmin, PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { login, register, verifyEmail } from "../account/contract.ts";
import { createAddress } from "../addresses/contract.ts";
import { addToCart, updateQuantity } from "../cart/contract.ts";
import { sendMessage } from "../contact/contract.ts";
import { verifyForgotPasswordOtp } from "../reset/contract.ts";
import { updateOrderStatus } from "./admin/contract.ts";
import { cashOnDelivery, getOrder } from "./contract.ts";

const shop = await openTestShop();
const NOBODY = "0".repeat(32);

test("calls answer in the language they are made in", async () => {
  const { user, token } = await signUp(shop);
  const rice = await addProduct(shop, { name: "Basmati", stock: 1 });
  const { body } = await shop.call(addToCart, { productId: rice }, { token });
  const passwords = { password: "correct horse 7", confirmPassword: "correct horse 8" };
  const calls: ((spoken: Language) => ReturnType<typeof shop.call>)[] = [
    (spoken) => shop.call(getOrder, { orderId: NOBODY }, { spoken }),
    (spoken) => shop.call(getOrder, { orderId: NOBODY }, { spoken, token }),
    (spoken) => shop.call(getOrder, { orderId: "x" }, { spoken, token }),
    (spoken) => shop.call(login, { email: "ana", password: "x" }, { spoken }),
    (spoken) => shop.call(login, { email: user.email, password: "wrong" }, { spoken }),
    (spoken) => shop.call(register, { name: "", email: "eva@example.com", ...passwords }, { spoken }),
    (spoken) => shop.call(register, { name: "Eva", email: "eva@example.com", ...passwords }, { spoken }),
    (spoken) => shop.call(register, { name: "Eva", email: user.email, ...passwords, confirmPassword: passwords.password }, { spoken }),
    (spoken) => shop.call(updateQuantity, { _id: body.data._id, qty: 2 }, { spoken, token }),
    (spoken) => shop.call(updateQuantity, { _id: body.data._id, qty: 1 }, { spoken, token }),
    (spoken) => shop.call(createAddress, {} as never, { spoken, token }),
    (spoken) => shop.call(sendMessage, { name: "Ana", email: "ana@shop", subject: "Rice", message: "Hello" }, { spoken, token }),
    (spoken) => shop.call(verifyForgotPasswordOtp, { email: user.email, otp: "123456" }, { spoken }),
    (spoken) => shop.call(verifyEmail, { token: "x" }, { spoken }),
  ];
  const said = async (spoken: Language) => {
    const messages: string[] = [];
    // oxlint-disable-next-line no-await-in-loop -- each may change what the next one meets
    for (const call of calls) messages.push((await call(spoken)).body.message);
    return messages;
  };
  expect(await said("en")).toEqual([
    "Please Login",
    "Order not found",
    "orderId is not an order number",
    "email is not a valid email address",
    "Wrong email or password",
    "name is required",
    "password and confirm password must be same",
    "This email address is already registered",
    "Only 1 of Basmati left",
    "Cart updated",
    expect.stringMatching(/^\w+ is required$/),
    "email is not a valid email address",
    "This code is wrong or has expired. Check it, or ask for a new one.",
    "This link no longer works. Ask for a new email.",
  ]);
  const spanish = await said("es");
  expect(spanish.slice(1)).toEqual([
    expect.any(String),
    "orderId no es un número de pedido",
    "El correo no es válido",
    "Correo o contraseña incorrectos",
    "El nombre no puede quedar en blanco",
    "Las contraseñas no coinciden",
    "Este correo ya está registrado",
    "Solo hay 1 de Basmati",
    "Carrito actualizado",
    expect.stringMatching(/^(El|La) [\p{L} ]+ no puede quedar en blanco$/u),
    "El correo no es válido",
    "Este código es incorrecto o venció. Revísalo o pide otro.",
    "Este enlace ya no funciona. Pide otro correo.",
  ]);
});

test("emails about an order placed in Spanish are in Spanish, even if an admin who uses English sends it, until the shopper logs in in English", async () => {
  const admin = await makeAdmin(shop);
  const { user, token } = await signUp(shop, { name: "Ana Soto" });
  const addressId = await addAddress(shop, user._id);
  const rice = await addProduct(shop, { stock: 10 });
  const items = { list_items: [{ productId: rice, quantity: 1 }], addressId };
  const { body } = await shop.call(cashOnDelivery, items, { token, spoken: "es" });
  const { orderId: number } = body.data;
  const [placed] = await shop.emailsTo(user.email);
  expect(placed?.subject).toBe(`Tu pedido ${number}`);
  expect(placed?.text).toContain("Pago: ");
  await shop.call(updateOrderStatus, { orderId: number, status: "SHIPPED" }, { token: admin.token });
  const [shipped] = await shop.emailsTo(user.email);
  expect(shipped?.subject).toBe(`Tu pedido ${number} está en camino`);
  expect(shipped?.text).toContain(`/es/dashboard/myorders/${number}`);
  expect(shipped?.html).toContain('<html lang="es">');

  const other = await shop.call(cashOnDelivery, items, { token });
  await shop.call(login, { email: user.email, password: PASSWORD });
  await shop.call(updateOrderStatus, { orderId: number, status: "DELIVERED" }, { token: admin.token });
  const [delivered] = await shop.emailsTo(user.email);
  expect(delivered?.subject).toBe(`Your order ${number} was delivered`);
  const [, english] = await shop.emailsTo(user.email);
  expect(english?.subject).toBe(`Your order ${other.body.data.orderId}`);
  expect(english?.text).not.toContain("/es/");
});
