import { useState } from "react";
import { ROLE_NAMES, ROLE_WORDS } from "#features/account/pages/role-words.ts";
import { resendInvitation, withdrawInvitation, type Invitation } from "#features/invitations/contract.ts";
import { formatDay } from "#shared/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { readInvitationsAgain, useInvitations } from "./use-invitations.ts";

/** Open invitations; renders nothing if there are none. */
export function Invitations() {
  const { data } = useInvitations();
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={t("Invitations")} className="panel mb-5 px-4.5 py-3">
      <h2 className="font-bold">{t("Invited")}</h2>
      <ul className="divide-y divide-line">
        {data.map((invitation) => (
          <li key={invitation._id}>
            <Row invitation={invitation} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ invitation: { _id, email, role, by, expiresAt, expired } }: { invitation: Invitation }) {
  const { timeZone } = useFace();
  const [busy, setBusy] = useState(false);
  const act = async (action: () => Promise<{ message: string }>) => {
    setBusy(true);
    try {
      toast.success((await action()).message);
    } catch (error) {
      toast.error(messageOf(error));
    }
    await readInvitationsAgain();
    setBusy(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 grow">
        <p className="font-semibold wrap-anywhere">{email}</p>
        <p className="text-sm text-ink-2">
          {expired
            ? t("by {name}, expired", { name: by.name })
            : t("by {name}, until {day}", { name: by.name, day: formatDay(expiresAt, timeZone, "medium") })}
        </p>
      </div>
      <Badge tone={ROLE_WORDS[role].tone}>{ROLE_NAMES[role]}</Badge>
      <div className="flex gap-1.5">
        <Button
          kind="quiet"
          size="small"
          disabled={busy}
          aria-label={t("Send again: {email}", { email })}
          onClick={() => void act(() => call(resendInvitation, { _id }))}
        >
          {t("Send again")}
        </Button>
        <Button
          kind="quiet"
          size="small"
          disabled={busy}
          aria-label={t("Withdraw: {email}", { email })}
          onClick={() => void act(() => call(withdrawInvitation, { _id }))}
        >
          {t("Withdraw")}
        </Button>
      </div>
    </div>
  );
}
