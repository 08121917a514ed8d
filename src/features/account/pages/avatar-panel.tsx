import { Suspense, useRef, useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { Camera, Trash2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { ProgressLine } from "#ui/progress-line.tsx";
import { call, messageOf } from "#web/call.ts";
import { lazy } from "#web/loading/lazy.ts";
import { PICTURE_TYPES } from "#web/pictures/picture-types.ts";
import { t } from "#words/t.ts";
import { type User } from "../contract.ts";
import { removeAvatar } from "../profile/contract.ts";
import { Avatar } from "./avatar.tsx";
import { readUserAgain } from "./use-user.ts";

const load = () => import("./avatar-dialog.tsx");
const AvatarDialog = lazy(load);

/** The person's picture, and how to change it (ACC-7). */
export function AvatarPanel({ user }: { user: User }) {
  /** The object URL of the chosen file. */
  const [chosen, setChosen] = useState("");
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    void load();
    input.current?.click();
  };
  const close = () => {
    URL.revokeObjectURL(chosen);
    setChosen("");
  };
  const remove = async () => {
    setBusy(true);
    try {
      const { message } = await call(removeAvatar, {});
      await readUserAgain();
      toast.success(message);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="picture" className="panel flex flex-wrap items-center gap-x-6 gap-y-4 p-5 md:p-6">
      <Avatar person={user} sizes="96px" className="size-24 text-3xl" />
      <div className="min-w-56 flex-1">
        <h2 id="picture" className="heading text-xl">
          {t("Your picture")}
        </h2>
        <p className="mt-1 text-sm text-ink-2">{t("A JPEG, PNG, WebP, AVIF or GIF up to 10 MB.")}</p>
        <div className="mt-3 flex flex-wrap gap-2.5">
          <Button kind="outline" onClick={choose}>
            <Camera aria-hidden className="size-5" />
            {user.avatar ? t("Change picture") : t("Upload picture")}
          </Button>
          {user.avatar && (
            <Button kind="plain" disabled={busy} onClick={() => void remove()} className="hover:text-tomato">
              <Trash2 aria-hidden className="size-5" />
              {t("Remove picture")}
            </Button>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        hidden
        aria-label={t("Your picture")}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) setChosen(URL.createObjectURL(file));
          // Lets the same file be chosen again.
          target.value = "";
        }}
      />
      <Suspense fallback={<ProgressLine />}>{chosen && <AvatarDialog address={chosen} onClose={close} />}</Suspense>
    </section>
  );
}
