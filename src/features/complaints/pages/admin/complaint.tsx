import { useEffect, useRef, useState } from "react";
import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { History } from "#features/audit/pages/history.tsx";
import { formatTime } from "#shared/time.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextField } from "#ui/field.tsx";
import { focusHeading } from "#ui/focus/focus-page.ts";
import { Loaded, Panel } from "#ui/panel.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, CallError, messageOf } from "#web/call.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { answerComplaint, getComplaint, LONGEST, type Complaint } from "../../contract.ts";
import { SaveSheet, SheetView } from "../sheet-view.tsx";
import { BOOK_ZONE } from "../../sheet/rules.ts";
import { LeftBadge } from "./left-badge.tsx";

/** The id of the list of what happened. */
const TIMELINE = "complaint-timeline";

/** One complaint: its sheet, what happened to it, and the answer. */
export default function ComplaintPage({ complaintId }: { complaintId: string }) {
  const complaint = usePersonal(
    ["complaint", complaintId],
    async () => (await call(getComplaint, undefined, { params: { complaintId } })).data,
  );
  if (complaint.error instanceof CallError && [400, 404].includes(complaint.error.status))
    return (
      <div className="panel">
        <EmptyState title={t("We couldn't find that complaint")}>
          <p>{t("Complaints are deleted two years after their answer.")}</p>
        </EmptyState>
      </div>
    );
  return (
    <>
      <Link
        to={adminPaths.complaints}
        className="mb-3 inline-flex min-h-9 items-center gap-1.5 text-sm font-semibold text-leaf hover:underline print:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t("Complaints")}
      </Link>
      <Loaded query={complaint}>{(data) => <Details complaint={data} />}</Loaded>
    </>
  );
}

function Details({ complaint }: { complaint: Complaint }) {
  const { _id, key, sheet, left } = complaint;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-3 print:hidden">
        <h1 className="heading text-3xl">{t("Complaint {number}", { number: sheet.number })}</h1>
        {left && <LeftBadge left={left} />}
        <div className="sm:ml-auto">
          <SaveSheet sheetKey={key} number={sheet.number} />
        </div>
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <SheetView sheet={sheet} />
        <div className="flex min-w-0 flex-col gap-5 print:hidden">
          {!sheet.answer && <Answering complaint={complaint} />}
          <Timeline complaint={complaint} />
          <History kind="complaint" id={_id} className="panel px-5 py-2" />
        </div>
      </div>
    </>
  );
}

function Answering({ complaint: { _id, sheet } }: { complaint: Complaint }) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const isSent = useRef(false);
  // Once sent, the list of what happened replaces this form.
  useEffect(() => () => void (isSent.current && focusHeading(document.getElementById(TIMELINE))), []);
  const send = async () => {
    setBusy(true);
    try {
      toast.success((await call(answerComplaint, { _id, text })).message);
      isSent.current = true;
    } catch (error) {
      toast.error(messageOf(error));
    }
    await Promise.all(["complaint", "complaints", "complaints-waiting", "history"].map((name) => readAgain([name])));
    setBusy(false);
  };
  return (
    <Panel title={t("Answer")} lead={t("We email it to {email} with the sheet. It can't be changed afterwards.", { email: sheet.email })}>
      <form
        className="mt-4 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          label={t("Your observations and what you did")}
          rows={7}
          maxLength={LONGEST.answer}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" busy={busy} disabled={!text.trim()} className="sm:self-start">
          {t("Send answer")}
        </Button>
      </form>
    </Panel>
  );
}

function Timeline({ complaint: { timeline, sheet } }: { complaint: Complaint }) {
  return (
    <Panel title={t("What happened")}>
      <ol id={TIMELINE} className="mt-3 flex flex-col gap-3">
        {timeline.toReversed().map((event) => (
          <li key={event.what}>
            <span className="block wrap-anywhere">{eventInWords(event, sheet.emailed)}</span>
            <time dateTime={event.at} className="text-sm text-ink-2">
              {formatTime(event.at, BOOK_ZONE)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function eventInWords({ what, by }: Complaint["timeline"][number], emailed: boolean): string {
  if (what === "reminded") return t("We reminded the shop by email");
  if (what === "answered") return by ? t("Answered by {name}", { name: by }) : t("Answered by email");
  return emailed ? t("Filed by {name}, with a copy by email", { name: by }) : t("Filed by {name}, without a copy by email", { name: by });
}
