import { Suspense, useRef, useState, type DragEvent } from "react";
import { ImagePlus } from "lucide-react";
import { pictureOf } from "#features/files/rules.ts";
import { classNames } from "#ui/class-names.ts";
import { lazy } from "#web/loading/lazy.ts";
import { PICTURE_TYPES } from "#web/pictures/picture-types.ts";
import { t } from "#words/t.ts";
import { PictureTile } from "./picture-tile.tsx";
import { moved, type ChangePictures, type FormPicture } from "./form-pictures.ts";
import { useReorder } from "../shelves/use-reorder.ts";
import { useUploads } from "./use-uploads.ts";

const Viewer = lazy(async () => ({ default: (await import("#ui/viewer.tsx")).Viewer }));

interface PictureFieldProps {
  label: string;
  pictures: readonly FormPicture[];
  change: ChangePictures;
  /** Maximum number of pictures. If it is one, a new picture replaces it. */
  most: number;
  disabled?: boolean;
  hint?: string;
  error?: string | undefined;
}

/**
 * Picture upload by dropping or choosing several at once. Reordered by dragging or arrow keys, enlarged by a click (ADM-2, ADM-4,
 * ADM-6).
 */
export function PictureField({ label, pictures, change, most, disabled = false, hint, error }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { add, remove } = useUploads(change);
  const [over, setOver] = useState(false);
  const [viewed, setViewed] = useState<number>();
  const [said, setSaid] = useState("");

  const move = (key: string, to: number) => {
    change((now) => {
      const from = now.findIndex((picture) => picture.key === key);
      return moved(now, from, to);
    });
    setSaid(t("Picture {number} of {count}", { number: Math.max(0, Math.min(to, pictures.length - 1)) + 1, count: pictures.length }));
  };
  const drag = useReorder(pictures, move);

  const take = (files: readonly File[]) => {
    if (files.length > 0 && !disabled) add(most === 1 ? files.slice(-1) : files, most);
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(!disabled);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  const told = error ?? hint;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold text-ink">{label}</legend>
      <div
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={classNames("flex flex-wrap gap-2.5 rounded-card", over && "outline-3 outline-offset-4 outline-leaf")}
      >
        {pictures.map((picture, place) => (
          <PictureTile
            key={picture.key}
            picture={picture}
            name={t("Picture {number}", { number: place + 1 })}
            alone={most === 1}
            dragged={drag.dragged === picture.key}
            onDrag={(event) => drag.begin(picture.key, event)}
            onStep={(step) => move(picture.key, place + step)}
            onView={() => !drag.justDragged() && setViewed(place)}
            onDelete={() => remove(picture.key)}
          />
        ))}
        <button
          type="button"
          disabled={disabled}
          onClick={() => input.current?.click()}
          className={classNames(
            "flex size-28 flex-col items-center justify-center gap-1.5 rounded-tile border-[1.5px] border-dashed px-2 text-sm font-semibold",
            disabled ? "border-line-2 bg-sunken text-ink-3" : "border-field-line text-leaf hover:border-leaf hover:bg-leaf-wash",
          )}
        >
          <ImagePlus aria-hidden className="size-6" />
          {most === 1 && pictures.length > 0 ? t("Change Image") : t("Upload Image")}
        </button>
      </div>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        multiple={most > 1}
        disabled={disabled}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // Allow choosing the same file again.
          target.value = "";
        }}
      />
      {told && (
        <p role={error ? "alert" : undefined} className={classNames("text-sm", error ? "text-tomato" : "text-ink-2")}>
          {told}
        </p>
      )}
      <output className="sr-only">{said}</output>
      <Suspense fallback={null}>
        {viewed !== undefined && pictures[viewed] && (
          <Viewer
            pictures={pictures.map(({ preview }) => pictureOf(preview))}
            at={viewed}
            onMove={setViewed}
            name={label}
            onClose={() => setViewed(undefined)}
          />
        )}
      </Suspense>
    </fieldset>
  );
}
