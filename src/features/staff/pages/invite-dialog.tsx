import { useState } from "react";
import PasswordDialog from "#features/account/pages/password-dialog.tsx";
import { INVITATION_DAYS, invite } from "#features/invitations/contract.ts";
import type { StaffRole } from "#shared/roles.ts";
import { EmailField } from "#ui/field.tsx";
import { call } from "#web/call.ts";
import { t } from "#words/t.ts";
import { RoleChoice } from "./role-choice.tsx";
import { STAFF_ROLES } from "./staff-roles.ts";
import { readInvitationsAgain } from "./use-invitations.ts";

/** Asks whom to invite, as what, and for the current admin's password. Lazy-loaded. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<StaffRole>("PICKER");
  return (
    <PasswordDialog
      title={t("Invite someone")}
      lead={t("They get an email with a link that works once, for {INVITATION_DAYS} days.", { INVITATION_DAYS })}
      confirm={t("Send invitation")}
      disabled={!email.trim()}
      onConfirm={async (password) => (await call(invite, { email, role, password })).message}
      onDone={() => {
        onClose();
        void readInvitationsAgain();
      }}
      onClose={onClose}
    >
      <div className="mb-5">
        <EmailField autoComplete="off" value={email} onChange={({ target }) => setEmail(target.value)} />
      </div>
      <RoleChoice roles={STAFF_ROLES} role={role} onChange={setRole} />
    </PasswordDialog>
  );
}
