// The ways to pay in the practice checkout. Each has the nodes of its form, its inputs by the parameter they fill, and what to send.
import { element, field } from "./pay-dialog.js";

const CARDS = [
  ["4111 1111 1111 1111", "goes through"],
  ["4456 5300 0000 1096", "the bank asks for a code"],
  ["4000 0400 0000 0008", "not enough money"],
  ["4000 0200 0000 0000", "stolen"],
];

const PHONES = [
  ["900 000 001", "goes through"],
  ["900 000 002", "not enough money"],
  ["900 000 003", "the code is wrong"],
];

const hint = (title, rows) =>
  element(
    "details",
    {},
    element("summary", {}, title),
    element("ul", {}, ...rows.map(([number, what]) => element("li", {}, number, element("span", {}, what)))),
  );

export function cardWay({ client = {} }) {
  const email = field("E-mail", { name: "email", type: "email", autocomplete: "email", value: client.email ?? "" });
  const number = field("Card number", {
    name: "number",
    inputMode: "numeric",
    autocomplete: "cc-number",
    placeholder: CARDS[0][0],
    pattern: "[0-9 ]{13,23}",
    title: "A card number has 13 to 19 digits.",
  });
  const expiry = field("Expires", {
    name: "expiry",
    inputMode: "numeric",
    autocomplete: "cc-exp",
    placeholder: "MM/YY",
    pattern: "(0?[1-9]|1[0-2]) ?/ ?(20)?[0-9]{2}",
    title: "Enter month and year, as in 09/31.",
  });
  const cvv = field("CVV", {
    name: "cvv",
    inputMode: "numeric",
    autocomplete: "cc-csc",
    placeholder: "123",
    pattern: "[0-9]{3,4}",
    title: "The CVV has 3 or 4 digits.",
  });
  return {
    name: "Card",
    lead: "by card",
    path: "v2/tokens",
    nodes: [email.label, number.label, element("div", { className: "row" }, expiry.label, cvv.label), hint("Test cards", CARDS)],
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
  const phone = field("Phone number", {
    name: "phone",
    type: "tel",
    autocomplete: "tel-national",
    placeholder: PHONES[0][0],
    pattern: " *9( *[0-9]){8} *",
    title: "A phone number has 9 digits and begins with 9.",
  });
  const code = field("Approval code", {
    name: "otp",
    inputMode: "numeric",
    autocomplete: "one-time-code",
    placeholder: "123456",
    pattern: "[0-9]{6}",
    title: "The approval code has 6 digits.",
  });
  return {
    name: "Yape",
    lead: "with Yape",
    path: "v2/tokens/yape",
    nodes: [
      phone.label,
      code.label,
      element("p", { className: "quiet" }, "The code is in the menu of the Yape app. Any six digits do for practice."),
      hint("Test phones", PHONES),
    ],
    inputs: { number_phone: phone.input, otp: code.input },
    read: () => ({ number_phone: phone.input.value.replaceAll(" ", ""), otp: code.input.value, amount: String(settings.amount) }),
  };
}
