import { t } from "#words/t.ts";
/** The parts of Culqi's checkout that the shop uses, `https://js.culqi.com/checkout-js`. */
interface CulqiCheckout {
  open: () => void;
  close: () => void;
  /** Called when there is a token or an error. */
  culqi: (() => void) | null;
  /** Called when the shopper closed the form. */
  closeCheckout: (() => void) | null;
  token: { id: string; email?: string } | null;
  error: { user_message?: string } | null;
}

/** The parts of Culqi's 3-D Secure library that the shop uses, `https://3ds.culqi.com`. It posts its result to the window. */
interface Culqi3DS {
  publicKey: string;
  settings: object;
  options: object;
  initAuthentication: (token: string) => unknown;
  reset: () => void;
}

export type CulqiCheckoutClass = new (publicKey: string, config: object) => CulqiCheckout;

declare global {
  interface Window {
    CulqiCheckout?: CulqiCheckoutClass;
    Culqi3DS?: Culqi3DS;
  }
}

/** Longest wait (ms) for a script. */
const PATIENCE = 20_000;

const loading = new Map<string, Promise<void>>();

/** Loads a script once; after a failure it can be retried. */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const script = document.createElement("script");
  const loaded = new Promise<void>((resolve, reject) => {
    const fail = () => {
      loading.delete(address);
      script.remove();
      reject(new ScriptMissing());
    };
    const waiting = setTimeout(fail, PATIENCE);
    script.addEventListener("load", () => {
      clearTimeout(waiting);
      resolve();
    });
    script.addEventListener("error", fail);
  });
  loading.set(address, loaded);
  script.src = address;
  document.head.append(script);
  return loaded;
}

/** Culqi's script is blocked or failed to load (CHK-11). */
export class ScriptMissing extends Error {
  constructor() {
    super(t("Culqi SDK no está cargado correctamente."));
  }
}
