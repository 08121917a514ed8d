import PasswordDialog from "#features/account/pages/password-dialog.tsx";
import { call } from "#web/call.ts";
import { t } from "#words/t.ts";
import { resetTwoStep, type Person } from "../contract.ts";

interface TwoStepDialogProps {
  person: Person;
  onChanged: () => void;
  onClose: () => void;
}

/** Removes the second steps of somebody who lost their devices. Lazy-loaded. */
export default function TwoStepDialog({ person: { _id, name }, onChanged, onClose }: TwoStepDialogProps) {
  return (
    <PasswordDialog
      title={t("Reset two-step login for {name}?", { name })}
      lead={t(
        "For someone who lost their devices. This logs them out, and they can log in with just their password. Make sure it's really them asking.",
      )}
      confirm={t("Reset")}
      danger
      onConfirm={async (password) => (await call(resetTwoStep, { _id, password })).message}
      onDone={onChanged}
      onClose={onClose}
    />
  );
}
