import PasswordDialog from "#features/account/pages/password-dialog.tsx";
import { call } from "#web/call.ts";
import { changeRole, type Person } from "../contract.ts";

interface RoleDialogProps {
  person: Person;
  isMe: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Makes somebody an admin or a user again, after asking for the current admin's password. Lazy-loaded. */
export default function RoleDialog({ person: { _id, name, role }, isMe, onChanged, onClose }: RoleDialogProps) {
  const isAdmin = role === "ADMIN";
  const consequence = isAdmin
    ? "They keep their account and can still shop, but lose access to the back office."
    : "Admins see all orders and people, manage the catalog, and can make other people admins.";
  return (
    <PasswordDialog
      title={isAdmin ? `Remove ${name} as an admin?` : `Make ${name} an admin?`}
      lead={(isMe ? "This is your own account. " : "") + consequence}
      confirm={isAdmin ? "Remove admin" : "Make admin"}
      danger={isAdmin}
      onConfirm={async (password) => (await call(changeRole, { _id, role: isAdmin ? "USER" : "ADMIN", password })).message}
      onDone={onChanged}
      onClose={onClose}
    />
  );
}
