import { useId, useState } from "react";
import { Link } from "react-router";
import { formatTime } from "#shared/time.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { readAgain } from "#web/session/session.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { answerMessage, archiveMessage, MESSAGE_MAX, reopenMessage, type InboxMessage as Message } from "../../contract.ts";

interface InboxMessageProps {
  message: Message;
}

/** A message to the shop, with its answer or the ways to answer it. */
export function InboxMessage({
  message: { _id, userId, name, email, subject, message, createdAt, answered, archived },
}: InboxMessageProps) {
  const { timeZone } = useFace();
  const heading = useId();
  return (
    <article aria-labelledby={heading} className="panel p-4.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={heading} className="min-w-0 font-bold wrap-anywhere">
          {subject}
        </h2>
        <time dateTime={createdAt} className="text-sm text-ink-2">
          {formatTime(createdAt, timeZone)}
        </time>
      </div>
      <p className="text-sm wrap-anywhere text-ink-2">
        <Link to={adminPaths.customer(userId)} className="font-semibold text-leaf hover:underline">
          {name}
        </Link>{" "}
        · {email}
      </p>
      <p className="mt-3 whitespace-pre-line wrap-anywhere">{message}</p>
      {answered && <Answer answered={answered} />}
      {answered || archived ? (
        <div className="mt-4 flex flex-wrap gap-2.5">
          {archived ? (
            <Action run={() => call(reopenMessage, { _id })}>{t("Move to inbox")}</Action>
          ) : (
            <>
              {!answered?.text && <Action run={() => call(reopenMessage, { _id })}>{t("Reopen")}</Action>}
              <Archive id={_id} />
            </>
          )}
        </div>
      ) : (
        <Answering message={{ _id, email, subject }} />
      )}
    </article>
  );
}

/** Does something with a message and reads the lists again. */
async function act(action: Promise<{ message: string }>): Promise<void> {
  try {
    toast.success((await action).message);
  } catch (error) {
    toast.error(messageOf(error));
  }
  await readAgain(["inbox"]);
}

/** A button that does something with the message. */
function Action({ run, children }: { run: () => Promise<{ message: string }>; children: string }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await act(run());
    setBusy(false);
  };
  return (
    <Button kind="quiet" size="small" busy={busy} onClick={() => void press()}>
      {children}
    </Button>
  );
}

const Archive = ({ id }: { id: string }) => <Action run={() => call(archiveMessage, { _id: id })}>{t("Archive")}</Action>;

function Answer({ answered: { at, by, text } }: { answered: NonNullable<Message["answered"]> }) {
  const { timeZone } = useFace();
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p className="text-sm text-ink-2">
        {t("{action} by {name}, {time}", {
          action: text ? t("Answered by email") : t("Marked as answered"),
          name: by.name || t("someone"),
          time: formatTime(at, timeZone),
        })}
      </p>
      {text && <p className="mt-2 border-l-3 border-leaf pl-3 whitespace-pre-line wrap-anywhere">{text}</p>}
    </div>
  );
}

/** The ways to answer: with an email from the shop, or with one's own mail program. */
function Answering({ message: { _id, email, subject } }: { message: Pick<Message, "_id" | "email" | "subject"> }) {
  const [isWriting, setWriting] = useState(false);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    await act(call(answerMessage, { _id, text }));
    setBusy(false);
  };
  const own = `mailto:${email}?subject=${encodeURIComponent(t("Re: {subject}", { subject }))}`;
  if (!isWriting)
    return (
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button size="small" onClick={() => setWriting(true)}>
          {t("Answer")}
        </Button>
        <a href={own} className={buttonLook({ kind: "outline", size: "small" })}>
          {t("Open in mail program")}
        </a>
        <Action run={() => call(answerMessage, { _id, text: "" })}>{t("Mark as answered")}</Action>
        <Archive id={_id} />
      </div>
    );
  return (
    <form
      className="mt-4 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        label={t("Your answer")}
        hint={t("We email it to {email}, with their message below.", { email })}
        rows={5}
        maxLength={MESSAGE_MAX}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- they pressed Answer
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex gap-2.5">
        <Button type="submit" size="small" busy={busy} disabled={!text.trim()}>
          {t("Send answer")}
        </Button>
        <Button kind="quiet" size="small" onClick={() => setWriting(false)}>
          {t("Cancel")}
        </Button>
      </div>
    </form>
  );
}
