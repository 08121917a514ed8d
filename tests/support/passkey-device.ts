import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** WebAuthn's flags: the owner was present and recognized, and the passkey comes with this data. */
const [RECOGNIZED, WITH_KEY] = [0x05, 0x40];
const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();

/** A device that creates a passkey for a site and logs in with it, as a browser would return that. @param origin of the site */
export function passkeyDevice(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  // COSE and CBOR: a map of the key's type, algorithm, curve and coordinates.
  const key = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  const site = sha256(new URL(origin).hostname);
  const dataWith = (flags: number, ...rest: Buffer[]) => Buffer.concat([site, Buffer.from([flags, 0, 0, 0, 0]), ...rest]);
  const clientData = (type: string, challenge: unknown) => Buffer.from(JSON.stringify({ type, challenge, origin }));
  const toResponse = (response: Record<string, Buffer>) => ({
    ...{ id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key", clientExtensionResults: {} },
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString("base64url")])),
  });
  return {
    create({ challenge }: Record<string, unknown>) {
      const maker = Buffer.alloc(16);
      const data = dataWith(RECOGNIZED | WITH_KEY, maker, Buffer.from([0, id.length]), id, key);
      // CBOR: { fmt: "none", attStmt: {}, authData: data }.
      const head = Buffer.from(`a363666d74646e6f6e656761747453746d74a068617574684461746158${data.length.toString(16)}`, "hex");
      return toResponse({ clientDataJSON: clientData("webauthn.create", challenge), attestationObject: Buffer.concat([head, data]) });
    },
    use({ challenge }: Record<string, unknown>) {
      const clientDataJSON = clientData("webauthn.get", challenge);
      const authenticatorData = dataWith(RECOGNIZED);
      const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey);
      return toResponse({ clientDataJSON, authenticatorData, signature });
    },
  };
}
