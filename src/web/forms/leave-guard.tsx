import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { Confirm } from "#ui/dialogs/confirm.tsx";
import { t } from "#words/t.ts";

interface LeaveGuardProps {
  /** Whether there are unsaved changes. Called when the user leaves. */
  isChanged: () => boolean;
  /**
   * Saves the changes. @returns whether they are saved. Without it, one can only stay or discard, and another search on
   * the same page discards nothing
   */
  save?: () => Promise<boolean>;
  /** Whether it is a message that is to be sent. */
  isMessage?: boolean;
}

/** Asks before unsaved changes are lost, whether by a link, Back, closing or leaving the shop. */
export function LeaveGuard({ isChanged, save, isMessage = false }: LeaveGuardProps) {
  const [busy, setBusy] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isElsewhere =
      currentLocation.pathname !== nextLocation.pathname || (save !== undefined && currentLocation.search !== nextLocation.search);
    return isElsewhere && isChanged();
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => isChanged() && event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isChanged]);
  if (blocker.state !== "blocked") return null;
  const saveAndLeave = async () => {
    setBusy(true);
    const isSaved = await save?.();
    setBusy(false);
    if (isSaved) blocker.proceed();
    else blocker.reset();
  };
  return save ? (
    <Confirm
      title={t("Save your changes?")}
      text={t("Your changes aren't saved yet.")}
      confirm={t("Save")}
      deny={t("Discard")}
      cancel={t("Keep editing")}
      busy={busy}
      onConfirm={() => void saveAndLeave()}
      onDeny={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    />
  ) : (
    <Confirm
      title={isMessage ? t("Leave without sending?") : t("Leave without applying?")}
      text={isMessage ? t("What you wrote would be lost.") : t("Your changes would be lost.")}
      confirm={t("Discard")}
      cancel={t("Keep editing")}
      tone="danger"
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    />
  );
}
