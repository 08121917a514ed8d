import { ProviderError, type Answer } from "../operation.ts";

/** HTTP status by error type. */
const STATUS = {
  invalid_request_error: 400,
  parameter_error: 400,
  authentication_error: 401,
  card_error: 402,
  resource_error: 404,
  limit_api_error: 429,
  api_error: 500,
} as const;

interface ErrorFields {
  code?: string;
  decline_code?: string;
  charge_id?: string;
  param?: string;
  /** For the shopper; safe to show. */
  user_message?: string;
}

const TO_SHOPPER = "Ocurrió un problema con tu pago. Inténtalo otra vez o contacta al comercio.";

/** An error in Culqi's format. */
export function culqiError(type: keyof typeof STATUS, merchantMessage: string, fields: ErrorFields = {}): ProviderError {
  return new ProviderError(errorAnswer(type, merchantMessage, fields));
}

/** The response for {@link culqiError}. */
export function errorAnswer(type: keyof typeof STATUS, merchantMessage: string, fields: ErrorFields = {}): Answer {
  const { user_message = TO_SHOPPER, ...more } = fields;
  return { status: STATUS[type], body: { object: "error", type, ...more, merchant_message: merchantMessage, user_message } };
}

/** An invalid parameter. */
export const wrongParameter = (param: string, message: string) =>
  culqiError("parameter_error", message, { code: "parameter_error", param });

/** Messages for the shopper by `decline_code`. */
export const DECLINES: Record<string, string> = {
  stolen_card: "Tu tarjeta fue rechazada. Comunícate con el banco que la emitió o usa otra tarjeta.",
  lost_card: "Tu tarjeta fue rechazada. Comunícate con el banco que la emitió o usa otra tarjeta.",
  insufficient_funds: "Tu tarjeta no tiene fondos suficientes. Usa otra tarjeta u otro medio de pago.",
  contact_issuer: "El banco no autorizó la operación. Comunícate con el banco que emitió tu tarjeta.",
  incorrect_cvv: "El código de seguridad (CVV) es incorrecto. Revisa los datos de tu tarjeta.",
  processing_error: "No pudimos procesar tu tarjeta. Inténtalo otra vez o usa otra tarjeta.",
  fraudulent: "Tu tarjeta fue rechazada. Usa otra tarjeta u otro medio de pago.",
  expired_card: "Tu tarjeta está vencida. Revisa la fecha o usa otra tarjeta.",
  invalid_3ds: "No pudimos verificar que la tarjeta es tuya. Inténtalo otra vez o usa otra tarjeta.",
};

/** The same for Yape. */
export const YAPE_DECLINES: Record<string, string> = {
  insufficient_funds: "Tu cuenta Yape no tiene saldo suficiente. Usa otro medio de pago.",
  processing_error: "No pudimos procesar tu pago con Yape. Inténtalo otra vez o usa otro medio de pago.",
};

export function declined(declineCode: string, chargeId: string, withYape = false): ProviderError {
  const words = withYape ? YAPE_DECLINES : DECLINES;
  return culqiError("card_error", `The operation was declined: ${declineCode}`, {
    charge_id: chargeId,
    code: "card_declined",
    decline_code: declineCode,
    user_message: words[declineCode] ?? words["processing_error"]!,
  });
}
