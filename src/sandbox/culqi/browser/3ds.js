// Practice version of https://3ds.culqi.com: asks for a code like a bank, and posts the result to the page like the real one.
(() => {
  const base = document.currentScript.src;
  const beside = (path) => new URL(path, base).href;
  const dialogs = import(beside("pay-dialog.js"));
  const { origin } = window.location;
  const tell = (message) => window.postMessage(message, origin);
  let dialog;

  window.Culqi3DS = {
    publicKey: "",
    settings: {},
    options: {},

    /** An id for this browser, for `antifraud_details.device_finger_print_id`. */
    async generateDevice() {
      return crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    },

    /** Asks the shopper, then posts a message with `parameters3DS` or `error`. */
    async initAuthentication(token) {
      tell({ loading: true });
      const { element, field, openDialog, say } = await dialogs;
      tell({ loading: false });
      const code = field(say("Code from your bank", "Código de tu banco"), {
        name: "code",
        inputMode: "numeric",
        autocomplete: "one-time-code",
      });
      dialog = openDialog({
        title: say("Verify with your bank", "Verifica con tu banco"),
        body: [
          element(
            "p",
            { className: "quiet" },
            say(
              "Your bank checks that the card is yours. The test code is 1234.",
              "Tu banco confirma que la tarjeta es tuya. El código de prueba es 1234.",
            ),
          ),
          code.label,
        ],
        submit: say("Confirm", "Confirmar"),
        cancelled: () =>
          tell({
            error: {
              object: "error",
              type: "card_error",
              code: "invalid_3ds",
              user_message: say("The verification was canceled.", "Se canceló la verificación."),
            },
          }),
        send: async () => {
          const answer = await fetch(beside("3ds/challenge"), {
            method: "POST",
            headers: { authorization: `Bearer ${window.Culqi3DS.publicKey}`, "content-type": "application/json" },
            body: JSON.stringify({ token, code: code.input.value }),
          });
          const body = await answer.json();
          dialog?.close();
          tell(answer.ok ? { parameters3DS: body } : { error: body });
        },
      });
    },

    reset() {
      dialog?.close();
      dialog = undefined;
    },
  };
})();
