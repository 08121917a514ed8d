import { useNavigate } from "react-router";
import { Confirm } from "#ui/dialogs/confirm.tsx";
import { adminPaths } from "#web/admin-paths.ts";
import { plural, t } from "#words/t.ts";

interface UnpackedQuestionProps {
  orderId: string;
  /** How many are marked as missing, replaced or lighter. */
  lines: number;
  busy: boolean;
  /** It is sent as it was ordered. */
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an order that was picked short is sent without being packed. Lazy-loaded. */
export default function UnpackedQuestion({ orderId, lines, busy, onConfirm, onClose }: UnpackedQuestionProps) {
  const navigate = useNavigate();
  return (
    <Confirm
      title={t("Pack this order first?")}
      text={plural(
        lines,
        "{count} item is marked missing, replaced or lighter. Unless you pack the order first, the shopper pays for all of it.",
        "{count} items are marked missing, replaced or lighter. Unless you pack the order first, the shopper pays for all of them.",
      )}
      confirm={t("Pack it first")}
      deny={t("Send it unpacked")}
      cancel={t("Not yet")}
      busy={busy}
      onConfirm={() => void navigate(adminPaths.pick([orderId]))}
      onDeny={onConfirm}
      onCancel={onClose}
    />
  );
}
