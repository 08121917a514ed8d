import { toast } from "#ui/toast/toast.ts";
import { Copy, Download } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { saveFile } from "#web/files/save-file.ts";
import { t } from "#words/t.ts";

/** Shows recovery codes, which the shop can't show again. Lazy-loaded. */
export default function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join("\n")}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success(t("Codes copied"));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Save your recovery codes")}
      description={t("Each code logs you in once if you lose your device. We can't show them again.")}
      footer={<Button onClick={onClose}>{t("I saved them")}</Button>}
    >
      <ul
        aria-label={t("Recovery codes")}
        className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-card bg-sunken p-4 font-mono text-base sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button kind="outline" size="small" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4.5" />
          {t("Copy")}
        </Button>
        <Button kind="outline" size="small" onClick={() => saveFile("recovery-codes.txt", new Blob([text], { type: "text/plain" }))}>
          <Download aria-hidden className="size-4.5" />
          {t("Download")}
        </Button>
      </div>
    </Dialog>
  );
}
