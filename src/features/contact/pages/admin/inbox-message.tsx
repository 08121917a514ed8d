import { useId, useState } from "react";
import { Link } from "react-router";
import { formatTime } from "#shared/time.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { readAgain } from "#web/session.ts";
import { useFace } from "#web/use-face.ts";
import { answerMessage, MESSAGE_MAX, reopenMessage, type InboxMessage as Message } from "../../contract.ts";

/** A message to the shop, with its answer or what answers it. */
export function InboxMessage({ message: { _id, userId, name, email, subject, message, createdAt, answered } }: { message: Message }) {
  const { timeZone } = useFace();
  const heading = useId();
  return (
    <article aria-labelledby={heading} className="panel p-4.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={heading} className="min-w-0 font-bold wrap-anywhere">
          {subject}
        </h2>
        <time dateTime={createdAt} className="text-sm whitespace-nowrap text-ink-2">
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
      {answered ? <Answered id={_id} answered={answered} /> : <Answering message={{ _id, email, subject }} />}
    </article>
  );
}

/** Does something with a message and reads the lists again. @returns whether it worked */
async function act(action: Promise<{ message: string }>): Promise<boolean> {
  try {
    toast.success((await action).message);
    return true;
  } catch (error) {
    toast.error(messageOf(error));
    return false;
  } finally {
    await readAgain(["inbox"]);
  }
}

function Answered({ id, answered: { at, by, text } }: { id: string; answered: NonNullable<Message["answered"]> }) {
  const { timeZone } = useFace();
  const [busy, setBusy] = useState(false);
  const reopen = async () => {
    setBusy(true);
    await act(call(reopenMessage, { _id: id }));
    setBusy(false);
  };
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p className="text-sm text-ink-2">
        {text ? "Answered by email" : "Marked as answered"} by {by.name || "somebody"}, {formatTime(at, timeZone)}
      </p>
      {text ? (
        <p className="mt-2 border-l-3 border-leaf pl-3 whitespace-pre-line wrap-anywhere">{text}</p>
      ) : (
        <Button kind="quiet" size="small" busy={busy} onClick={() => void reopen()} className="mt-2">
          Reopen
        </Button>
      )}
    </div>
  );
}

/** Answering by an email from the shop, or by one's own mail program. */
function Answering({ message: { _id, email, subject } }: { message: Pick<Message, "_id" | "email" | "subject"> }) {
  const [isWriting, setWriting] = useState(false);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const answer = async (words: string) => {
    setBusy(true);
    await act(call(answerMessage, { _id, text: words }));
    setBusy(false);
  };
  const own = `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
  if (!isWriting)
    return (
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button size="small" onClick={() => setWriting(true)}>
          Answer
        </Button>
        <a href={own} className={buttonLook({ kind: "outline", size: "small" })}>
          Open in mail program
        </a>
        <Button kind="quiet" size="small" busy={busy} onClick={() => void answer("")}>
          Mark as answered
        </Button>
      </div>
    );
  return (
    <form
      className="mt-4 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void answer(text);
      }}
    >
      <TextField
        label="Your answer"
        hint={`We email it to ${email}, with their message below.`}
        rows={5}
        maxLength={MESSAGE_MAX}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- they pressed Answer
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex gap-2.5">
        <Button type="submit" size="small" busy={busy} disabled={!text.trim()}>
          Send answer
        </Button>
        <Button kind="quiet" size="small" onClick={() => setWriting(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
