import { Suspense, useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { Download, Trash2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { call, messageOf } from "#web/call.ts";
import { saveFile } from "#web/files/save-file.ts";
import { lazy } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";
import { downloadData } from "../contract.ts";

const load = () => import("./delete-account-dialog.tsx");
const DeleteAccountDialog = lazy(load);

/** Downloads what the shop knows about a person, or deletes their account. */
export function YourData() {
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { data } = await call(downloadData, undefined);
      saveFile(
        t("my-data-{day}.json", { day: data.madeAt.slice(0, 10) }),
        new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }),
      );
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Panel title={t("Your data")} lead={t("Download your data or delete your account.")}>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button kind="outline" busy={busy} onClick={() => void download()}>
          {!busy && <Download aria-hidden className="size-5" />}
          {t("Download my data")}
        </Button>
        <Button kind="plain" onPointerEnter={() => void load()} onClick={() => setAsked(true)} className="text-tomato hover:text-tomato">
          <Trash2 aria-hidden className="size-5" />
          {t("Delete my account")}
        </Button>
      </div>
      <Suspense fallback={null}>{asked && <DeleteAccountDialog onClose={() => setAsked(false)} />}</Suspense>
    </Panel>
  );
}
