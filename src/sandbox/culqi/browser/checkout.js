// Practice version of https://js.culqi.com/checkout-js: same interface, its own card dialog, tokens from the stand-in API.
(() => {
  const base = document.currentScript.src;
  const beside = (path) => new URL(path, base).href;
  const dialogs = import(beside("card-dialog.js"));

  const CARDS = [
    ["4111 1111 1111 1111", "goes through"],
    ["4456 5300 0000 1096", "the bank asks for a code"],
    ["4000 0400 0000 0008", "not enough money"],
    ["4000 0200 0000 0000", "stolen"],
  ];

  function money(amount, currency) {
    return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);
  }

  async function createToken(publicKey, card) {
    let answer;
    try {
      answer = await fetch(beside("v2/tokens"), {
        method: "POST",
        headers: { authorization: `Bearer ${publicKey}`, "content-type": "application/json" },
        body: JSON.stringify(card),
      });
      return { ok: answer.ok, body: await answer.json() };
    } catch {
      return {
        ok: false,
        body: { object: "error", type: "api_error", user_message: "The payment provider cannot be reached. Please try again." },
      };
    }
  }

  class CulqiCheckout {
    #publicKey;
    #config;
    #dialog;

    /** Called when there is a token or an error. */
    culqi = null;
    /** Called when the shopper closes the dialog. */
    closeCheckout = null;
    token = null;
    order = null;
    error = null;
    isOpen = false;

    constructor(publicKey, config = {}) {
      if (!publicKey.startsWith("pk_")) throw new Error("CulqiCheckout needs a public key (pk_…)");
      this.#publicKey = publicKey;
      this.#config = config;
    }

    async open() {
      if (this.isOpen) return;
      this.isOpen = true;
      this.token = this.order = this.error = null;
      const { element, field, openDialog } = await dialogs;
      if (!this.isOpen) return;
      const { settings = {}, client = {}, appearance = {} } = this.#config;
      const { title = "the shop", amount = 0, currency = "PEN" } = settings;

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
        title: "Please write month and year, as in 09/31.",
      });
      const cvv = field("CVV", {
        name: "cvv",
        inputMode: "numeric",
        autocomplete: "cc-csc",
        placeholder: "123",
        pattern: "[0-9]{3,4}",
        title: "The CVV has 3 or 4 digits.",
      });
      const hint = element(
        "details",
        {},
        element("summary", {}, "Test cards"),
        element("ul", {}, ...CARDS.map(([card, what]) => element("li", {}, card, element("span", {}, what)))),
      );
      const inputs = {
        email: email.input,
        card_number: number.input,
        expiration_month: expiry.input,
        expiration_year: expiry.input,
        cvv: cvv.input,
      };

      this.#dialog = openDialog({
        title: `Pay ${title}`,
        body: [
          element("p", { className: "quiet" }, `${money(amount, currency)} by card`),
          email.label,
          number.label,
          element("div", { className: "row" }, expiry.label, cvv.label),
          hint,
        ],
        submit: appearance.buttonCardPayText ?? `Pay ${money(amount, currency)}`,
        cancelled: () => {
          this.isOpen = false;
          this.closeCheckout?.();
        },
        send: async () => {
          const [month, year] = expiry.input.value.split("/").map((part) => part.trim());
          const { ok, body } = await createToken(this.#publicKey, {
            card_number: number.input.value.replaceAll(" ", ""),
            cvv: cvv.input.value,
            expiration_month: Number(month),
            expiration_year: Number(year.padStart(4, "20")),
            email: email.input.value.trim(),
          });
          this.token = ok ? body : null;
          this.error = ok ? null : body;
          this.culqi?.();
          if (!ok)
            throw Object.assign(new Error(body.user_message), { field: inputs[body.param], lang: body.type === "api_error" ? "en" : "es" });
        },
      });
    }

    close() {
      this.#dialog?.close();
      this.#dialog = undefined;
      this.isOpen = false;
    }
  }

  window.CulqiCheckout = CulqiCheckout;
})();
