// The dialogs of the practice checkout, in their own shadow root so that styles don't leak either way.

const STYLE = `
:host { color-scheme: light dark; }
dialog {
  --surface: light-dark(#fff, #1c2420); --ink: light-dark(#1b241f, #f1eee6); --quiet: light-dark(#525c55, #b9c2ba);
  --line: light-dark(#8a8f86, #7a857d); --leaf: light-dark(#14613a, #8fdbac); --on-leaf: light-dark(#fff, #0b2a19);
  --wrong: light-dark(#b3361f, #ff9a86); --notice: light-dark(#fff0c9, #3a2e12); --on-notice: light-dark(#7a4f00, #f7c55a);
  box-sizing: border-box; width: min(26rem, calc(100vw - 1.5rem)); max-height: calc(100dvh - 1.5rem); padding: 0; border: 0; border-radius: 20px;
  background: var(--surface); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow: auto;
  box-shadow: 0 12px 32px rgb(0 0 0 / .25);
}
dialog::backdrop { background: rgb(27 36 31 / .45); }
.practice { margin: 0; padding: .5rem 1.25rem; background: var(--notice); color: var(--on-notice); font-size: .875rem; }
form { display: grid; gap: .9rem; margin: 0; padding: 1.25rem; }
h2 { margin: 0; font-size: 1.25rem; line-height: 1.3; }
p { margin: 0; }
.quiet { color: var(--quiet); font-size: .875rem; }
fieldset { display: grid; gap: .9rem; min-width: 0; margin: 0; padding: 0; border: 0; }
fieldset[hidden] { display: none; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: .9rem; }
label { display: grid; gap: .25rem; font-weight: 600; font-size: .9rem; }
input {
  box-sizing: border-box; width: 100%; min-height: 46px; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 10px;
  background: transparent; color: inherit; font: inherit; font-weight: 400; font-variant-numeric: tabular-nums;
}
input[aria-invalid="true"] { border-color: var(--wrong); border-width: 2px; }
.wrong { color: var(--wrong); font-size: .9rem; }
.wrong:empty { display: none; }
button {
  min-height: 48px; padding: .6rem 1rem; border: 1px solid var(--line); border-radius: 12px; background: transparent; color: inherit;
  font: inherit; font-weight: 600; cursor: pointer;
}
button[aria-pressed="true"] { border-color: var(--leaf); box-shadow: inset 0 0 0 1px var(--leaf); }
button[type="submit"] { border-color: var(--leaf); background: var(--leaf); color: var(--on-leaf); }
button[disabled] { opacity: .6; cursor: progress; }
:focus-visible { outline: 3px solid var(--leaf); outline-offset: 2px; }
details { font-size: .875rem; }
summary { min-height: 24px; cursor: pointer; font-weight: 600; }
ul { margin: .4rem 0 0; padding: 0; list-style: none; }
li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .15rem 0; font-variant-numeric: tabular-nums; }
li span { color: var(--quiet); }
`;

/** A text in the language of the page. */
export const say = (english, spanish) => (document.documentElement.lang === "es" ? spanish : english);

/** An element with properties and children; strings become text nodes. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** A field with its label. */
export function field(label, properties) {
  const input = element("input", { required: true, ...properties });
  return { input, label: element("label", {}, label, input) };
}

/**
 * Opens a dialog around a form.
 * @param {{ title: string, body: Node[], submit: string, send: () => Promise<void>, cancelled: () => void }} parts
 *   `send` throws an Error with words for the shopper, `lang` where they are not in the language of the page, and `field` where one input is wrong.
 */
export function openDialog({ title, body, submit, send, cancelled }) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  const host = element("div", {});
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];

  const heading = element("h2", { id: "title" }, title);
  const wrong = element("p", { className: "wrong", id: "wrong", role: "alert" });
  const pay = element("button", { type: "submit" }, submit);
  const leave = element("button", { type: "button" }, say("Cancel", "Cancelar"));
  const form = element("form", { noValidate: true }, heading, ...body, wrong, pay, leave);
  const practice = element(
    "p",
    { className: "practice" },
    say(
      "Test mode: no real money is charged. Never enter a real card or phone number.",
      "Es una prueba: no se cobra dinero real. Nunca ingreses una tarjeta ni un celular de verdad.",
    ),
  );
  const dialog = element("dialog", { "aria-labelledby": "title" }, practice, form);
  root.append(dialog);
  // The page's own theme, if it has one.
  const theme = document.documentElement.dataset.theme;
  if (theme === "light" || theme === "dark") host.style.colorScheme = dialog.style.colorScheme = theme;
  document.body.append(host);

  const close = () => {
    dialog.close();
    host.remove();
  };
  const cancel = () => {
    close();
    cancelled();
  };
  leave.addEventListener("click", cancel);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    if (!pay.disabled) cancel();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (pay.disabled) return;
    wrong.textContent = "";
    for (const input of form.querySelectorAll("input")) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
    const first = [...form.querySelectorAll("input")].find((input) => !input.checkValidity());
    if (first)
      return showWrong(
        first,
        first.validity.valueMissing ? say("Please fill in this field.", "Completa este campo.") : first.title || first.validationMessage,
      );
    pay.disabled = leave.disabled = true;
    try {
      await send();
    } catch (error) {
      showWrong(error.field, error.message, error.lang);
    } finally {
      pay.disabled = leave.disabled = false;
    }
  });
  function showWrong(input, message, lang = document.documentElement.lang) {
    wrong.lang = lang;
    wrong.textContent = message;
    input?.setAttribute("aria-invalid", "true");
    input?.setAttribute("aria-describedby", "wrong");
    input?.focus();
  }
  dialog.showModal();
  return { close };
}
