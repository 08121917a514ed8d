import { useState } from "react";
import { Bell, BellRing } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast/toast.ts";
import { messageOf } from "#web/call.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { readState, subscribe, unsubscribe, type NotificationState } from "./this-browser.ts";

const NAME = ["notifications"];

/** Switches notifications about the shopper's orders on and off. Renders nothing if the shop or the browser has none. */
export default function NotifyMe({ offered = true }: { /** Otherwise it only ends them. */ offered?: boolean }) {
  const { data: state } = usePersonal(NAME, readState);
  const [busy, setBusy] = useState(false);
  const isOn = state?.kind === "on";
  if (!state || state.kind === "none" || (!isOn && !offered)) return null;
  const press = async () => {
    setBusy(true);
    try {
      await change(state);
    } catch (error) {
      toast.error(messageOf(error));
    }
    await readAgain(NAME);
    setBusy(false);
  };
  const Icon = isOn ? BellRing : Bell;
  return (
    <section
      aria-label={t("Notifications")}
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-sunken px-4.5 py-3.5"
    >
      <Icon aria-hidden className="size-6 shrink-0 text-leaf" />
      <p className="min-w-56 flex-1">
        {isOn
          ? t("This device gets a notification when your order's status changes.")
          : t("Get a notification when your order's status changes.")}
      </p>
      <Button kind="quiet" size="small" busy={busy} onClick={() => void press()}>
        {isOn ? t("Turn off") : t("Notify me")}
      </Button>
    </section>
  );
}

async function change(state: NotificationState): Promise<void> {
  if (state.kind === "on") {
    await unsubscribe();
    toast.success(t("Notifications are off"));
  } else if (state.kind === "off") {
    if (await subscribe(state.key)) toast.success(t("We'll notify you on this device"));
    else toast.info(t("Your browser doesn't allow notifications from this shop"));
  }
}
