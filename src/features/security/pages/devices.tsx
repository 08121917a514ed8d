import { useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { LogOut, Monitor, Smartphone } from "lucide-react";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel, Rows } from "#ui/panel.tsx";
import { call, messageOf } from "#web/call.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";
import { endOtherSessions, endSession, listSessions, type Session } from "../contract.ts";
import { ago, atTime, deviceName } from "./words.ts";

const NAME = ["sessions"];
const HANDHELD = new Set(["iPhone", "iPad", "Android"]);

/** The signed-in devices. This one is marked; the others can be logged out. */
export function Devices() {
  const read = usePersonal(NAME, async () => (await call(listSessions, undefined)).data);
  const [busy, setBusy] = useState(false);
  /** Logs devices out, says so, and refreshes the lists. */
  const end = async (work: () => Promise<{ message: string }>) => {
    setBusy(true);
    try {
      toast.success((await work()).message);
    } catch (error) {
      toast.error(messageOf(error));
    }
    await Promise.all([readAgain(NAME), readAgain(["security-events"])]);
    setBusy(false);
  };
  const hasOthers = read.data?.some(({ current }) => !current);
  return (
    <Panel title={t("Your devices")} lead={t("Where you're logged in. If a device isn't yours, log it out and change your password.")}>
      <Rows query={read}>
        {(sessions) =>
          sessions.map((session) => (
            <Device key={session._id} session={session} busy={busy} end={() => void end(() => call(endSession, { _id: session._id }))} />
          ))
        }
      </Rows>
      {hasOthers && (
        <Button kind="outline" disabled={busy} onClick={() => void end(() => call(endOtherSessions, {}))} className="mt-3">
          <LogOut aria-hidden className="size-5" />
          {t("Log out all other devices")}
        </Button>
      )}
    </Panel>
  );
}

function Device({ session, busy, end }: { session: Session; busy: boolean; end: () => void }) {
  const { system, current, createdAt, usedAt } = session;
  const name = deviceName(session);
  const Icon = HANDHELD.has(system) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-4 py-3.5">
      <Icon aria-hidden className="size-6 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {name}
          {current && <Badge tone="green">{t("This device")}</Badge>}
        </p>
        <p className="text-sm text-ink-2">
          <span className="inline-block">
            {current ? t("In use now,") : rich("Last used {ago},", { ago: <time dateTime={usedAt}>{ago(usedAt)}</time> })}
          </span>{" "}
          <span className="inline-block">{rich("since {time}", { time: <time dateTime={createdAt}>{atTime(createdAt)}</time> })}</span>
        </p>
      </div>
      {!current && (
        <Button
          kind="quiet"
          size="small"
          disabled={busy}
          onClick={end}
          aria-label={t("Log out {name}, last used {usedAt}", { name, usedAt: ago(usedAt) })}
        >
          {t("Log out")}
        </Button>
      )}
    </li>
  );
}
