import { useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { KeyRound } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { call, messageOf } from "#web/call.ts";
import { signIn } from "#web/session/change-session.ts";
import { useInBrowser } from "#ui/use-in-browser.ts";
import { t } from "#words/t.ts";
import { passkeyLogin, passkeyLoginOptions } from "../../two-step/contract.ts";
import { askForPasskey, canUsePasskeys, WAS_CANCELED } from "./web-authn.ts";

/** Logs in with a passkey, if the browser supports them. */
export function PasskeyButton() {
  const inBrowser = useInBrowser();
  const [busy, setBusy] = useState(false);
  if (!inBrowser || !canUsePasskeys()) return null;
  const logIn = async () => {
    setBusy(true);
    try {
      const { ticket, options } = (await call(passkeyLoginOptions, undefined)).data;
      const { data, message } = await call(passkeyLogin, { ticket, response: await askForPasskey(options) });
      toast.success(message);
      signIn(data.accesstoken, data.refreshToken);
    } catch (error) {
      if (error !== WAS_CANCELED) toast.error(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Button kind="outline" size="large" busy={busy} onClick={() => void logIn()}>
      <KeyRound aria-hidden className="size-5" />
      {t("Log in with a passkey")}
    </Button>
  );
}
