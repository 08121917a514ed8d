import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Panel, Rows } from "#ui/panel.tsx";
import { call } from "#web/call.ts";
import { usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { listSecurityEvents, type SecurityEvent } from "../contract.ts";
import { atTime, deviceName, EVENT_WORDS, NOTABLE } from "./words.ts";

/** Events shown at first. */
const FIRST = 8;

/** What happened to the person's account recently. */
export function RecentActivity() {
  const read = usePersonal(["security-events"], async () => (await call(listSecurityEvents, undefined)).data);
  const [all, setAll] = useState(false);
  return (
    <Panel title={t("Recent activity")} lead={t("If something here wasn't you, change your password.")}>
      <Rows query={read}>
        {(events) => (all ? events : events.slice(0, FIRST)).map((event) => <Event key={event._id} event={event} />)}
      </Rows>
      {!all && (read.data?.length ?? 0) > FIRST && (
        <Button kind="quiet" onClick={() => setAll(true)} className="mt-3">
          {t("Show all {count}", { count: read.data?.length ?? 0 })}
        </Button>
      )}
    </Panel>
  );
}

function Event({ event }: { event: SecurityEvent }) {
  const { kind, detail, ip, at } = event;
  return (
    <li className="py-3">
      <p className={classNames("font-semibold", NOTABLE.has(kind) && "text-tomato")}>
        {EVENT_WORDS[kind]}
        {detail && <span className="font-normal text-ink-2"> · {detail}</span>}
      </p>
      <p className="text-sm break-words text-ink-2">
        <time dateTime={at} className="mr-3 inline-block">
          {atTime(at)}
        </time>
        <span className="inline-block">{ip ? `${deviceName(event)} · ${ip}` : t("by the shop")}</span>
      </p>
    </li>
  );
}
