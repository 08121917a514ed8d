import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";

/** Thrown when the person closed the browser's dialog, or it timed out. */
export const WAS_CANCELED = new Error("canceled");

/** Whether this browser supports passkeys, which need https. */
export const canUsePasskeys = () => "PublicKeyCredential" in globalThis;

type Options = Record<string, unknown>;

/** Asks the browser for a passkey for this shop. @throws {@link WAS_CANCELED} */
export async function askForPasskey(options: Options): Promise<Options> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  // Made on the server by the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON }).catch(tellCanceled)) };
}

/** Has the browser create a passkey for this shop. @throws {@link WAS_CANCELED} */
export async function makePasskey(options: Options): Promise<Options> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON; // as above
  return { ...(await startRegistration({ optionsJSON }).catch(tellCanceled)) };
}

function tellCanceled(error: unknown): never {
  throw error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name) ? WAS_CANCELED : error;
}
