import { Suspense, useState } from "react";
import { Ellipsis, KeyRound, UserCheck, UserX } from "lucide-react";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { Menu, MenuAction } from "#ui/menu.tsx";
import { call, messageOf } from "#web/call.ts";
import { readUserAgain, useUser } from "#features/account/pages/use-user.ts";
import { lazy } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";
import { changeStatus, type Person } from "../contract.ts";
import { readPeopleAgain } from "./use-people.ts";

const loadRole = () => import("./role-dialog.tsx");
const RoleDialog = lazy(loadRole);
const TwoStepDialog = lazy(() => import("./two-step-dialog.tsx"));
const ConfirmDialog = lazy(() => import("#ui/dialogs/confirm-dialog.tsx"));

/** An admin's actions on a person: the role as a button, the rest under More. Each opens a dialog (STAT-7). */
export function PersonActions({ person }: { person: Person }) {
  const user = useUser();
  const [open, setOpen] = useState<"role" | "status" | "two-step">();
  const isMe = person._id === user?._id;
  const close = () => setOpen(undefined);
  const refresh = async () => {
    close();
    await Promise.all([readPeopleAgain(), isMe && readUserAgain()]);
  };
  return (
    <div className="flex items-center gap-1.5 whitespace-nowrap">
      <Button
        kind="quiet"
        size="small"
        aria-label={t("Change role: {name}", { name: person.name })}
        onPointerEnter={() => void loadRole()}
        onClick={() => setOpen("role")}
        className="min-w-32"
      >
        {t("Change role")}
      </Button>
      <Menu label={t("More")} name={t("More actions for {name}", { name: person.name })} icon={Ellipsis}>
        <MenuAction icon={KeyRound} onSelect={() => setOpen("two-step")}>
          {t("Reset two-step")}
        </MenuAction>
        {person.status === "Active" ? (
          <MenuAction icon={UserX} danger onSelect={() => setOpen("status")}>
            {t("Suspend")}
          </MenuAction>
        ) : (
          <MenuAction icon={UserCheck} onSelect={() => setOpen("status")}>
            {t("Reinstate")}
          </MenuAction>
        )}
      </Menu>
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
      title={isActive ? t("Suspend {name}?", { name }) : t("Reinstate {name}?", { name })}
      confirm={isActive ? t("Suspend") : t("Reinstate")}
      danger={isActive}
      busy={busy}
      onConfirm={() => void change()}
      onClose={onClose}
    >
      {isMe && <strong>{t("This is your own account.")}</strong>}
      {isActive ? t("This logs them out everywhere. They can't log in until you reinstate them.") : t("They'll be able to log in again.")}
    </ConfirmDialog>
  );
}
