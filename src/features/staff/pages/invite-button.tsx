import { lazy } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";
import { Suspense, useState } from "react";
import { UserPlus } from "lucide-react";
import { Button } from "#ui/button.tsx";

const load = () => import("./invite-dialog.tsx");
const InviteDialog = lazy(load);

/** Invites someone to work in the shop. */
export function InviteButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPointerEnter={() => void load()} onClick={() => setOpen(true)}>
        <UserPlus aria-hidden className="size-5" />
        {t("Invite")}
      </Button>
      <Suspense fallback={null}>{open && <InviteDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
