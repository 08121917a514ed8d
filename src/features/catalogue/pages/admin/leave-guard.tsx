import { lazy, Suspense, useEffect, useState } from "react";
import { useBlocker } from "react-router";

const Confirm = lazy(async () => ({ default: (await import("#ui/confirm.tsx")).Confirm }));

interface LeaveGuardProps {
  /** Whether something would be lost, asked when somebody leaves. */
  isChanged: () => boolean;
  /** @returns whether it is saved */
  save: () => Promise<boolean>;
}

/** Asks before unsaved changes are left: by a link, Back, closing, or leaving the shop. */
export function LeaveGuard({ isChanged, save }: LeaveGuardProps) {
  const [busy, setBusy] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isElsewhere = currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search;
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
    const isSaved = await save();
    setBusy(false);
    if (isSaved) blocker.proceed();
    else blocker.reset();
  };
  return (
    <Suspense fallback={null}>
      <Confirm
        title="Save your changes?"
        text="What you have typed here is not saved yet."
        busy={busy}
        onConfirm={() => void saveAndLeave()}
        onDeny={() => blocker.proceed()}
        onCancel={() => blocker.reset()}
      />
    </Suspense>
  );
}
