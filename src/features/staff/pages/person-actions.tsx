import { lazy, Suspense, useState } from "react";
import { toast } from "#ui/toast.ts";
import { Button } from "#ui/button.tsx";
import { call, messageOf } from "#web/call.ts";
import { readUserAgain, useUser } from "#features/account/pages/use-user.ts";
import { changeStatus, type Person } from "../contract.ts";
import { readPeopleAgain } from "./use-people.ts";

const loadRole = () => import("./role-dialog.tsx");
const RoleDialog = lazy(loadRole);
const loadTwoStep = () => import("./two-step-dialog.tsx");
const TwoStepDialog = lazy(loadTwoStep);
const loadConfirm = () => import("#ui/dialogs/confirm-dialog.tsx");
const ConfirmDialog = lazy(loadConfirm);

/** What an admin can do about a person: each action opens a dialog (STAT-7). */
export function PersonActions({ person }: { person: Person }) {
  const user = useUser();
  const [open, setOpen] = useState<"role" | "status" | "two-step">();
  const isMe = person._id === user?._id;
  const close = () => setOpen(undefined);
  const refresh = async () => {
    close();
    await Promise.all([readPeopleAgain(), isMe && readUserAgain()]);
  };
  const actions = [
    { dialog: "role", name: person.role === "ADMIN" ? "Remove admin" : "Make admin", load: loadRole },
    { dialog: "status", name: person.status === "Active" ? "Suspend" : "Reinstate", load: loadConfirm },
    { dialog: "two-step", name: "Reset two-step", load: loadTwoStep },
  ] as const;
  return (
    <div className="flex gap-2 whitespace-nowrap">
      {actions.map(({ dialog, name, load }) => (
        <Button
          key={dialog}
          kind="quiet"
          size="small"
          aria-label={`${name}: ${person.name}`}
          onPointerEnter={() => void load()}
          onClick={() => setOpen(dialog)}
        >
          {name}
        </Button>
      ))}
      <Suspense fallback={null}>
        {open === "role" && <RoleDialog person={person} isMe={isMe} onChanged={() => void refresh()} onClose={close} />}
        {open === "two-step" && <TwoStepDialog person={person} onChanged={() => void refresh()} onClose={close} />}
        {open === "status" && <StatusDialog person={person} isMe={isMe} onChanged={() => void refresh()} onClose={close} />}
      </Suspense>
    </div>
  );
}

interface StatusDialogProps {
  person: Person;
  isMe: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before somebody is suspended or reinstated. */
function StatusDialog({ person: { _id, name, status }, isMe, onChanged, onClose }: StatusDialogProps) {
  const [busy, setBusy] = useState(false);
  const isActive = status === "Active";
  const change = async () => {
    setBusy(true);
    try {
      toast.success((await call(changeStatus, { _id, status: isActive ? "Suspended" : "Active" })).message);
    } catch (error) {
      toast.error(messageOf(error));
    }
    onChanged();
  };
  return (
    <ConfirmDialog
      title={isActive ? `Suspend ${name}?` : `Reinstate ${name}?`}
      confirm={isActive ? "Suspend" : "Reinstate"}
      danger={isActive}
      busy={busy}
      onConfirm={() => void change()}
      onClose={onClose}
    >
      {isMe && <strong>This is your own account. </strong>}
      {isActive
        ? "They are logged out everywhere and can't log in until you reinstate them."
        : "They can log in with their password again."}
    </ConfirmDialog>
  );
}
