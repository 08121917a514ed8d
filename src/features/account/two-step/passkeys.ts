import type { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import type { Config } from "#server/settings/config.ts";
import type { StoredPasskey } from "./store.ts";

/** Loaded for the first passkey, because it makes every start longer. */
async function library() {
  const loaded = await import("@simplewebauthn/server");
  // The shop doesn't care who made a device. With these root certificates, the library would verify certificates from the browser and fetch
  // revocation lists from the URLs in them.
  for (const identifier of ["android-key", "android-safetynet", "apple"] as const)
    loaded.SettingsService.setRootCertificates({ identifier, certificates: [] });
  return loaded;
}

/** What passkeys are tied to: the shop's host name and the origin of its pages. */
interface Site {
  host: string;
  origin: string;
}

export function siteOf({ publicUrl }: Pick<Config, "publicUrl">): Site {
  const { hostname, origin } = new URL(publicUrl);
  return { host: hostname, origin };
}

/** Options for creating a passkey that logs in without an email address, once the device has recognized its owner. */
export async function creationOptions(
  site: Site,
  shopName: string,
  owner: { id: string; name: string; email: string },
  known: readonly StoredPasskey[],
) {
  return (await library()).generateRegistrationOptions({
    rpName: shopName,
    rpID: site.host,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.email,
    userDisplayName: owner.name,
    attestationType: "none",
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** The passkey a browser created; null if it doesn't match the options. */
export async function readCreated(site: Site, challenge: string, response: unknown) {
  try {
    const { registrationInfo } = await (
      await library()
    ).verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]["response"], // checked by the library
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
    });
    if (!registrationInfo) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, publicKey, counter, transports: transports.map(String) };
  } catch {
    return null;
  }
}

/** Options for logging in with any passkey the browser has for this shop. */
export async function requestOptions(site: Site) {
  return (await library()).generateAuthenticationOptions({ rpID: site.host, userVerification: "required" });
}

/** The counter of the passkey, if it signed the challenge; otherwise null. */
export async function readUse(site: Site, challenge: string, response: unknown, passkey: StoredPasskey): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await (
      await library()
    ).verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]["response"], // checked by the library
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      // The counter is compared when the use is recorded, where concurrent uses can't slip through.
      credential: { id: passkey.id, publicKey: passkey.publicKey, counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
