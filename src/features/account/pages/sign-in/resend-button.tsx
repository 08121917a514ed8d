import { useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { call, messageOf } from "#web/call.ts";
import { t } from "#words/t.ts";
import { resendVerification } from "../../contract.ts";

/** Sends the verification email again, for a signed-in person. */
export function ResendButton({ size = "small" }: { size?: "small" | "large" }) {
  const [state, setState] = useState<"ready" | "busy" | "sent">("ready");
  const send = async () => {
    setState("busy");
    try {
      const { message } = await call(resendVerification, {});
      toast.success(message);
      setState("sent");
    } catch (error) {
      toast.error(messageOf(error));
      setState("ready");
    }
  };
  return (
    <Button
      kind={size === "large" ? "primary" : "quiet"}
      size={size}
      busy={state === "busy"}
      disabled={state === "sent"}
      onClick={() => void send()}
    >
      {state === "sent" ? t("Email sent") : t("Resend email")}
    </Button>
  );
}
