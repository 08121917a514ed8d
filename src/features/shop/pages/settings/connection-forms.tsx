import { Field, PasswordField, SelectField } from "#ui/field.tsx";
import { call } from "#web/call.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { MAIL_SECURITY, setCulqi, setMail, setPayPal, type Connection } from "../../connections/contract.ts";
import { ConnectionPanel } from "./connection-panel.tsx";

const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
const NO_MONEY = t("A simulator stands in for it, so no real money is charged.");
const secret = { autoComplete: "new-password" } as const;

export function PayPalForm({ about }: { about: Connection }) {
  const { publicUrl } = useFace();
  return (
    <ConnectionPanel
      service="paypal"
      practice={NO_MONEY}
      title={t("PayPal")}
      lead={t("From your app in PayPal's developer dashboard.")}
      about={about}
      empty={{ clientId: "", clientSecret: "", webhookId: "", test: false }}
      save={(keys, ownPassword) => call(setPayPal, { ...keys, ownPassword })}
    >
      {({ values, set, text }) => (
        <>
          <Field label={t("Client ID")} {...plain} {...text("clientId")} />
          <PasswordField label={t("Client secret")} {...secret} {...text("clientSecret")} />
          <Field
            label={t("Webhook ID")}
            {...plain}
            {...text("webhookId")}
            hint={t("Optional. Create a webhook for {publicUrl}/api/webhooks/paypal with all order and capture events.", { publicUrl })}
          />
          <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-leaf-fill"
              checked={values.test}
              onChange={({ target }) => set({ test: target.checked })}
            />
            {t("These are keys of PayPal's sandbox")}
          </label>
        </>
      )}
    </ConnectionPanel>
  );
}

export function CulqiForm({ about }: { about: Connection }) {
  return (
    <ConnectionPanel
      service="culqi"
      practice={NO_MONEY}
      title={t("Cards (Culqi)")}
      lead={t("From the development section of Culqi's panel. For US dollars and Peruvian soles. Yape uses the same keys.")}
      about={about}
      empty={{ publicKey: "", secretKey: "" }}
      save={(keys, ownPassword) => call(setCulqi, { ...keys, ownPassword })}
    >
      {({ text }) => (
        <>
          <Field label={t("Public key")} placeholder={t("pk_live_…")} {...plain} {...text("publicKey")} />
          <PasswordField label={t("Secret key")} placeholder={t("sk_live_…")} {...secret} {...text("secretKey")} />
        </>
      )}
    </ConnectionPanel>
  );
}

const SECURITY: Readonly<Record<(typeof MAIL_SECURITY)[number], string>> = {
  tls: t("TLS from the start (usually port 465)"),
  starttls: t("STARTTLS (usually port 587)"),
  none: t("None, for a relay on your own network"),
};
const PORTS = { tls: 465, starttls: 587, none: 25 } as const;

type Server = Record<"host" | "port" | "user" | "password", string> & { security: keyof typeof PORTS };
const NO_SERVER: Server = { host: "", port: "587", security: "starttls", user: "", password: "" };

export function MailForm({ about }: { about: Connection }) {
  return (
    <ConnectionPanel
      service="mail"
      practice={t("Emails stay in this server's outbox and are not sent.")}
      title={t("Mail server")}
      lead={
        about.sender
          ? t(
              "Sends the shop's emails, from {sender}, which MAIL_FROM sets on the server. Ask your email provider for these details, then send a test under Emails.",
              { sender: about.sender },
            )
          : t(
              "Sends the shop's emails, from its name and email address. Ask your email provider for these details, then send a test under Emails.",
            )
      }
      about={about}
      empty={NO_SERVER}
      save={(keys, ownPassword) => call(setMail, { ...keys, port: Number(keys.port), ownPassword })}
    >
      {({ values, set, text }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
            <Field label={t("Host")} placeholder={t("smtp.example.com")} {...plain} {...text("host")} />
            <Field label={t("Port")} inputMode="numeric" autoComplete="off" {...text("port")} />
          </div>
          <SelectField
            label={t("Encryption")}
            value={values.security}
            onChange={({ target }) => {
              const security = target.value as keyof typeof PORTS; // one of the options
              set({ security, port: String(PORTS[security]) });
            }}
          >
            {MAIL_SECURITY.map((one) => (
              <option key={one} value={one}>
                {SECURITY[one]}
              </option>
            ))}
          </SelectField>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t("User")} hint={t("Leave empty if the server needs no login.")} {...plain} {...text("user")} />
            <PasswordField label={t("Password")} {...secret} {...text("password")} />
          </div>
        </>
      )}
    </ConnectionPanel>
  );
}
