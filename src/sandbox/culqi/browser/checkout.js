// Practice version of https://js.culqi.com/checkout-js: same interface, its own dialog, tokens from the stand-in API.
(() => {
  const base = document.currentScript.src;
  const beside = (path) => new URL(path, base).href;
  const modules = Promise.all([import(beside("pay-dialog.js")), import(beside("ways.js"))]);

  const UNREACHABLE = {
    en: "The payment provider cannot be reached. Please try again.",
    es: "No hay conexión con el proveedor de pagos. Inténtalo de nuevo.",
  };

  function money(amount, currency) {
    return new Intl.NumberFormat(currency === "PEN" ? "es-PE" : "en-US", { style: "currency", currency }).format(amount / 100);
  }

  async function createToken(publicKey, path, fields) {
    let answer;
    try {
      answer = await fetch(beside(path), {
        method: "POST",
        headers: { authorization: `Bearer ${publicKey}`, "content-type": "application/json" },
        body: JSON.stringify(fields),
      });
      return { ok: answer.ok, body: await answer.json() };
    } catch {
      return {
        ok: false,
        body: { object: "error", type: "api_error", user_message: UNREACHABLE[document.documentElement.lang] ?? UNREACHABLE.en },
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
      const [{ element, openDialog, say }, { cardWay, yapeWay }] = await modules;
      if (!this.isOpen) return;
      const { settings = {}, options = {}, appearance = {} } = this.#config;
      const { title = say("the shop", "la tienda"), amount = 0, currency = "PEN" } = settings;
      const { tarjeta, yape } = options.paymentMethods ?? { tarjeta: true };
      // Yape pays in soles only, and its tab is missing otherwise.
      const ways = [...(tarjeta ? [cardWay(this.#config)] : []), ...(yape && currency === "PEN" ? [yapeWay(this.#config)] : [])];
      if (ways.length === 0) throw new Error("CulqiCheckout has no way to pay");
      let chosen = ways[0];

      const lead = element("p", { className: "quiet" });
      const parts = ways.map((way) => element("fieldset", {}, ...way.nodes));
      const tabs = ways.map((way) => element("button", { type: "button", onclick: () => show(way) }, way.name));
      const show = (way) => {
        chosen = way;
        lead.textContent = `${money(amount, currency)} ${way.lead}`;
        for (const [at, one] of ways.entries()) {
          parts[at].hidden = parts[at].disabled = one !== way;
          tabs[at].setAttribute("aria-pressed", String(one === way));
        }
      };
      show(chosen);

      this.#dialog = openDialog({
        title: say(`Pay ${title}`, `Pagar a ${title}`),
        body: [lead, ...(ways.length > 1 ? [element("div", { className: "row" }, ...tabs)] : []), ...parts],
        submit: appearance.buttonCardPayText ?? say(`Pay ${money(amount, currency)}`, `Pagar ${money(amount, currency)}`),
        cancelled: () => {
          this.isOpen = false;
          this.closeCheckout?.();
        },
        send: async () => {
          const { path, read, inputs } = chosen;
          const { ok, body } = await createToken(this.#publicKey, path, read());
          this.token = ok ? body : null;
          this.error = ok ? null : body;
          this.culqi?.();
          if (!ok)
            throw Object.assign(new Error(body.user_message), {
              field: inputs[body.param],
              lang: body.type === "api_error" ? undefined : "es",
            });
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
