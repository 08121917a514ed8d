import "react-image-crop/dist/ReactCrop.css";
import { useEffect, useRef, useState } from "react";
import { ReactCrop, type PercentCrop } from "react-image-crop";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { messageOf } from "#web/call.ts";
import { t } from "#words/t.ts";
import { cut, middleOf } from "./crop.ts";
import { saveAvatar } from "./use-profile.ts";

const UNREADABLE = t("Use a JPEG, PNG, WebP, AVIF or GIF up to 10 MB.");

/** Crops the chosen picture to a square and uploads it (ACC-7). Lazy-loaded. */
export default function AvatarDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [failure, setFailure] = useState("");
  /** Share uploaded so far; undefined if no upload is in progress. */
  const [share, setShare] = useState<number>();
  const [giveUp] = useState(() => new AbortController());
  useEffect(() => () => giveUp.abort(), [giveUp]);

  const unreadable = failure === UNREADABLE;
  const busy = share !== undefined;
  const save = async () => {
    if (!image.current || !crop) return;
    setFailure("");
    setShare(0);
    try {
      await saveAvatar(await cut(image.current, crop), setShare, giveUp.signal);
      onClose();
    } catch (error) {
      if (giveUp.signal.aborted) return;
      const words = messageOf(error).replace(/^avatar /, `${t("The picture")} `);
      toast.error(words);
      setFailure(words);
      setShare(undefined);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Your picture")}
      description={t("Drag the circle or its corners to choose what to show, or use the arrow keys.")}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button busy={busy} disabled={!crop || unreadable} onClick={() => void save()}>
            {t("Save picture")}
          </Button>
        </>
      }
    >
      {unreadable ? (
        <p role="alert" className="py-6 text-tomato">
          {UNREADABLE}
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-4">
            <div className="grid min-h-48 place-items-center">
              <ReactCrop
                {...(crop && { crop })}
                onChange={(_pixels, percent) => setCrop(percent)}
                aspect={1}
                circularCrop
                keepSelection
                // Handles are large enough for fingers, and the outline doesn't move.
                className="ReactCrop--no-animate [--rc-drag-handle-size:1.5rem]"
                minWidth={24}
                disabled={busy}
              >
                <img
                  ref={image}
                  src={address}
                  alt={t("Your selection")}
                  className="max-h-[42dvh]!"
                  onLoad={(event) => setCrop(middleOf(event.currentTarget))}
                  onError={() => setFailure(UNREADABLE)}
                />
              </ReactCrop>
            </div>
            {crop && (
              <div aria-hidden className="flex items-center gap-3">
                <Preview address={address} crop={crop} className="size-20" />
                <Preview address={address} crop={crop} className="size-8" />
              </div>
            )}
          </div>
          <Progress share={share} />
          {failure && (
            <p role="alert" className="mt-3 text-sm text-tomato">
              {failure}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

/** The result in two of the sizes it is shown in. */
function Preview({ address, crop, className }: { address: string; crop: PercentCrop; className: string }) {
  const [wide, high] = [100 / crop.width, 100 / crop.height];
  const place = { width: `${100 * wide}%`, height: `${100 * high}%`, left: `${-crop.x * wide}%`, top: `${-crop.y * high}%` };
  return (
    <span className={classNames("relative shrink-0 overflow-hidden rounded-full bg-sunken", className)}>
      <img src={address} alt="" style={place} className="absolute max-w-none" />
    </span>
  );
}

const BAR =
  "h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-leaf " +
  "[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-leaf";

function Progress({ share }: { share: number | undefined }) {
  const percent = Math.round((share ?? 0) * 100);
  return (
    <div className={classNames("mt-3 min-h-9", share === undefined && "invisible")}>
      <progress aria-label={t("Upload")} max={100} value={percent} className={BAR} />
      <p aria-live="polite" className="text-sm text-ink-2">
        {share !== undefined && (percent < 100 ? t("Uploading your picture…") : t("Preparing your picture…"))}
      </p>
    </div>
  );
}
