// The ways to pay in the practice checkout. Each has the nodes of its form, its inputs by the parameter they fill, and what to send.
import { element, field, say } from "./pay-dialog.js";

const CARDS = [
  ["4111 1111 1111 1111", say("goes through", "se acepta")],
  ["4456 5300 0000 1096", say("the bank asks for a code", "el banco pide un código")],
  ["4000 0400 0000 0008", say("not enough money", "sin saldo")],
  ["4000 0200 0000 0000", say("stolen", "robada")],
];

const PHONES = [
  ["900 000 001", say("goes through", "se acepta")],
  ["900 000 002", say("not enough money", "sin saldo")],
  ["900 000 003", say("the code is wrong", "código incorrecto")],
];

const hint = (title, rows) =>
  element(
    "details",
    {},
    element("summary", {}, title),
    element("ul", {}, ...rows.map(([number, what]) => element("li", {}, number, element("span", {}, what)))),
  );

export function cardWay({ client = {} }) {
  const email = field(say("Email", "Correo"), { name: "email", type: "email", autocomplete: "email", value: client.email ?? "" });
  const number = field(say("Card number", "Número de tarjeta"), {
    name: "number",
    inputMode: "numeric",
    autocomplete: "cc-number",
    placeholder: CARDS[0][0],
    pattern: "[0-9 ]{13,23}",
    title: say("A card number has 13 to 19 digits.", "El número de tarjeta tiene de 13 a 19 dígitos."),
  });
  const expiry = field(say("Expires", "Vence"), {
    name: "expiry",
    inputMode: "numeric",
    autocomplete: "cc-exp",
    placeholder: say("MM/YY", "MM/AA"),
    pattern: "(0?[1-9]|1[0-2]) ?/ ?(20)?[0-9]{2}",
    title: say("Enter the month and year, such as 09/31.", "Ingresa mes y año, como 09/31."),
  });
  const cvv = field("CVV", {
    name: "cvv",
    inputMode: "numeric",
    autocomplete: "cc-csc",
    placeholder: "123",
    pattern: "[0-9]{3,4}",
    title: say("The CVV has 3 or 4 digits.", "El CVV tiene 3 o 4 dígitos."),
  });
  return {
    name: say("Card", "Tarjeta"),
    lead: say("by card", "con tarjeta"),
    path: "v2/tokens",
    nodes: [
      email.label,
      number.label,
      element("div", { className: "row" }, expiry.label, cvv.label),
      hint(say("Test cards", "Tarjetas de prueba"), CARDS),
    ],
    inputs: {
      email: email.input,
      card_number: number.input,
      expiration_month: expiry.input,
      expiration_year: expiry.input,
      cvv: cvv.input,
    },
    read() {
      const [month, year] = expiry.input.value.split("/").map((part) => part.trim());
      return {
        card_number: number.input.value.replaceAll(" ", ""),
        cvv: cvv.input.value,
        expiration_month: Number(month),
        expiration_year: Number(year.padStart(4, "20")),
        email: email.input.value.trim(),
      };
    },
  };
}

export function yapeWay({ settings = {} }) {
  const phone = field(say("Phone number", "Número de celular"), {
    name: "phone",
    type: "tel",
    autocomplete: "tel-national",
    placeholder: PHONES[0][0],
    pattern: " *9( *[0-9]){8} *",
    title: say("A phone number has 9 digits and begins with 9.", "El número de celular tiene 9 dígitos y empieza con 9."),
  });
  const code = field(say("Approval code", "Código de aprobación"), {
    name: "otp",
    inputMode: "numeric",
    autocomplete: "one-time-code",
    placeholder: "123456",
    pattern: "[0-9]{6}",
    title: say("The approval code has 6 digits.", "El código de aprobación tiene 6 dígitos."),
  });
  return {
    name: "Yape",
    lead: say("with Yape", "con Yape"),
    path: "v2/tokens/yape",
    nodes: [
      phone.label,
      code.label,
      element(
        "p",
        { className: "quiet" },
        say(
          "The code is in the menu of the Yape app. In test mode, any six digits work.",
          "El código está en el menú de la app Yape. En esta prueba sirven seis dígitos cualesquiera.",
        ),
      ),
      hint(say("Test phones", "Celulares de prueba"), PHONES),
    ],
    inputs: { number_phone: phone.input, otp: code.input },
    read: () => ({ number_phone: phone.input.value.replaceAll(" ", ""), otp: code.input.value, amount: String(settings.amount) }),
  };
}
