import * as z from "zod/mini";
import { SecretBox } from "#server/secret-box.ts";
import type { Config } from "#server/settings/config.ts";
import type { MailWay } from "#server/mail/mailer.ts";
import { toPayments, type PaymentsConfig } from "#server/settings/payment-settings.ts";
import { culqiKeys, mailServer, payPalKeys, SERVICES, type Connection, type Service } from "./contract.ts";
import type { StoredKeys } from "./store.ts";

export const KEYS = { paypal: payPalKeys, culqi: culqiKeys, mail: mailServer } as const;
type Keys = { readonly [Name in Service]?: z.output<(typeof KEYS)[Name]> };

/** The environment variables that win over stored keys. */
const SET_BY = { paypal: "PAYPAL_CLIENT_ID", culqi: "CULQI_PUBLIC_KEY", mail: "SMTP_URL" } as const satisfies Record<Service, string>;

const PAYPAL_TEST = "https://api-m.sandbox.paypal.com";

/** How the shop reaches the services it uses. */
export interface Connections {
  payments: PaymentsConfig;
  mail: MailWay;
  /** For the admins. */
  about: Record<Service, Connection>;
}

type ConnectionsConfig = Pick<Config, "payments" | "mail" | "settingsKey">;

export const keyBoxOf = ({ settingsKey }: Pick<Config, "settingsKey">) => new SecretBox(settingsKey, "provider keys");

/**
 * What the server's environment sets, else what admins stored, else a stand-in or nothing. No stand-in replaces keys that can't be read: it would
 * confirm payments that nobody made.
 */
export function connectionsOf(config: ConnectionsConfig, stored: readonly StoredKeys[]): Connections {
  const { payments, mail } = config;
  const box = keyBoxOf(config);
  const keys: Keys = Object.fromEntries(
    stored.flatMap(({ service, sealed }) => {
      const opened = box.open(sealed);
      return opened === null ? [] : [[service, KEYS[service].safeParse(JSON.parse(opened)).data]];
    }),
  );
  const given: Record<Service, boolean> = {
    paypal: payments.paypal?.sandbox === false,
    culqi: payments.culqi?.sandbox === false,
    mail: mail.smtpUrl !== undefined,
  };
  const own = toPayments(
    { ...(!given.paypal && keys.paypal && payPalSettings(keys.paypal)), ...(!given.culqi && keys.culqi && culqiSettings(keys.culqi)) },
    undefined,
  );
  const isUnreadable = (service: Service) => !given[service] && !keys[service] && stored.some((one) => one.service === service);
  const paymentOf = <P extends "paypal" | "culqi">(service: P) => own[service] ?? (isUnreadable(service) ? null : payments[service]);
  return {
    payments: {
      paypal: paymentOf("paypal"),
      culqi: paymentOf("culqi"),
      unreadable: (["paypal", "culqi"] as const).filter(isUnreadable),
    },
    mail: mailOf(),
    about: Object.fromEntries(
      SERVICES.map((service) => [
        service,
        {
          ...about(
            service,
            given[service],
            stored.find((one) => one.service === service),
            keys,
          ),
          ...(service === "mail" && mail.from && { sender: mail.from }),
        },
      ]),
    ) as Record<Service, Connection>, // one for each
  };

  function mailOf(): MailWay {
    if (given.mail) return mail;
    if (keys.mail) return { ...mail, smtpUrl: smtpUrlOf(keys.mail) };
    return { ...mail, isUnreadable: isUnreadable("mail") };
  }

  function about(service: Service, isGiven: boolean, known: StoredKeys | undefined, read: Keys): Connection {
    const practice = !isGiven && !known && (service === "mail" || payments[service] !== null);
    if (isGiven) return { state: "environment", setBy: SET_BY[service], practice };
    if (!known) return { state: "unset", practice };
    const changedAt = known.changedAt.toISOString();
    return read[service]
      ? { state: "stored", changedAt, hint: hintOf(service, read), practice }
      : { state: "unreadable", changedAt, practice };
  }
}

function hintOf(service: Service, { paypal, culqi, mail }: Keys): string {
  if (service === "mail") return mail ? `${mail.host}:${mail.port}` : "";
  const key = (service === "paypal" ? paypal?.clientId : culqi?.publicKey) ?? "";
  return `…${key.slice(-4)}`;
}

const payPalSettings = ({ clientId, clientSecret, webhookId, test }: NonNullable<Keys["paypal"]>) => ({
  PAYPAL_CLIENT_ID: clientId,
  PAYPAL_CLIENT_SECRET: clientSecret,
  ...(webhookId && { PAYPAL_WEBHOOK_ID: webhookId }),
  ...(test && { PAYPAL_BASE_URL: PAYPAL_TEST }),
});

const culqiSettings = ({ publicKey, secretKey }: NonNullable<Keys["culqi"]>) => ({
  CULQI_PUBLIC_KEY: publicKey,
  CULQI_SECRET_KEY: secretKey,
});

function smtpUrlOf({ host, port, security, user, password }: NonNullable<Keys["mail"]>): string {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : "";
  return `${security === "tls" ? "smtps" : "smtp"}://${login}${host}:${port}${security === "starttls" ? "?requireTLS=true" : ""}`;
}
