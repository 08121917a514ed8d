import { useState } from "react";
import PasswordDialog from "#features/account/pages/password-dialog.tsx";
import { call } from "#web/call.ts";
import { t } from "#words/t.ts";
import { changeRole, type Person } from "../contract.ts";
import { RoleChoice } from "./role-choice.tsx";
import { STAFF_ROLES } from "./staff-roles.ts";

interface RoleDialogProps {
  person: Person;
  isMe: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Gives somebody another role, after asking for the current admin's password. Lazy-loaded. */
export default function RoleDialog({ person: { _id, name, role: was }, isMe, onChanged, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(was);
  return (
    <PasswordDialog
      title={t("Change the role of {name}?", { name })}
      {...(isMe && { lead: t("This is your own account.") })}
      confirm={t("Change role")}
      danger={was === "ADMIN" && role !== was}
      disabled={role === was}
      onConfirm={async (password) => (await call(changeRole, { _id, role, password })).message}
      onDone={onChanged}
      onClose={onClose}
    >
      <RoleChoice roles={[...STAFF_ROLES, "USER"]} role={role} onChange={setRole} />
    </PasswordDialog>
  );
}
