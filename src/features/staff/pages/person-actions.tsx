import { lazy, Suspense, useState } from "react";
import { toast } from "#ui/toast.ts";
import { Button } from "#ui/button.tsx";
import { call, messageOf } from "#web/call.ts";
import { readAgain, useSession } from "#web/session.ts";
import { changeRole, changeStatus, type Person } from "../contract.ts";
import { readPeopleAgain } from "./use-people.ts";

const load = () => import("#ui/confirm-dialog.tsx");
const ConfirmDialog = lazy(load);

interface Action {
  /** On its button, and on that of the question. */
  name: string;
  question: string;
  /** What follows from it. */
  text: string;
  danger: boolean;
  run: () => Promise<{ message: string }>;
}

function actionsFor({ _id, name, role, status }: Person): Action[] {
  const isAdmin = role === "ADMIN";
  const isActive = status === "Active";
  return [
    isAdmin
      ? {
          name: "Remove admin",
          question: `Remove ${name} as an admin?`,
          text: "They keep their account and can shop, but no longer see the back office.",
          danger: true,
          run: () => call(changeRole, { _id, role: "USER" }),
        }
      : {
          name: "Make admin",
          question: `Make ${name} an admin?`,
          text: "Admins see all orders and people, change the catalogue, and can make others admins.",
          danger: false,
          run: () => call(changeRole, { _id, role: "ADMIN" }),
        },
    isActive
      ? {
          name: "Suspend",
          question: `Suspend ${name}?`,
          text: "They are logged out everywhere at once, and cannot log in until you let them in again.",
          danger: true,
          run: () => call(changeStatus, { _id, status: "Suspended" }),
        }
      : {
          name: "Let in again",
          question: `Let ${name} in again?`,
          text: "They can log in with their password.",
          danger: false,
          run: () => call(changeStatus, { _id, status: "Active" }),
        },
  ];
}

/** What an admin can do about a person, each after a question (STAT-7). */
export function PersonActions({ person }: { person: Person }) {
  const { user } = useSession();
  const [asked, setAsked] = useState<Action>();
  const [busy, setBusy] = useState(false);
  const isMe = person._id === user?._id;
  const run = async ({ run: work }: Action) => {
    setBusy(true);
    try {
      toast.success((await work()).message);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
    setAsked(undefined);
    await Promise.all([readPeopleAgain(), isMe && readAgain(["user"])]);
  };
  return (
    <div className="flex gap-2 whitespace-nowrap">
      {actionsFor(person).map((action) => (
        <Button
          key={action.name}
          kind="quiet"
          size="small"
          aria-label={`${action.name}: ${person.name}`}
          onPointerEnter={() => void load()}
          onClick={() => setAsked(action)}
        >
          {action.name}
        </Button>
      ))}
      <Suspense fallback={null}>
        {asked && (
          <ConfirmDialog
            title={asked.question}
            confirm={asked.name}
            danger={asked.danger}
            busy={busy}
            onConfirm={() => void run(asked)}
            onClose={() => setAsked(undefined)}
          >
            {isMe && <strong>This is your own account. </strong>}
            {asked.text}
          </ConfirmDialog>
        )}
      </Suspense>
    </div>
  );
}
