import { isDatabaseUnavailable, rootCauseOf } from "./unavailable.ts";

const RUNS = "Check that it runs, and its host and port.";
const CERTIFICATE = "Add sslrootcert=FILE with the certificate of the authority that signed the server's.";

/** What to do next, by PostgreSQL's code, the system's or OpenSSL's. */
const ADVICE: Record<string, string> = {
  ECONNREFUSED: RUNS,
  ETIMEDOUT: RUNS,
  EHOSTUNREACH: RUNS,
  ENETUNREACH: RUNS,
  ENOTFOUND: "Check the name of its host.",
  EAI_AGAIN: "Check the name of its host, and the machine's name service.",
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  "0A000": "Install PostgreSQL's contrib package on its server.",
  28000: "Check the user name, and that the server lets this machine in (pg_hba.conf).",
  "28P01": "Check the user name and the password.",
  "3D000": "Create it first, owned by the shop's user.",
  "42P01": "Check that it is the shop's, and start the shop once with it.",
  42501: "The shop's user must own the database.",
  53100: "Make room on its disk.",
  53300: "Raise its max_connections, or lower WORKERS.",
};

/** Why a database can't be used, and what to do; undefined if the error is about something else. */
export function explainDatabase(error: unknown): string | undefined {
  const cause = rootCauseOf(error);
  if (!(cause instanceof Error)) return undefined;
  const { code = "", message } = cause as NodeJS.ErrnoException;
  const advice = ADVICE[code] ?? (/timeout/i.test(message) ? RUNS : undefined);
  if (advice === undefined && !isDatabaseUnavailable(cause)) return undefined;
  return [`${message}.`, advice].filter(Boolean).join(" ");
}
