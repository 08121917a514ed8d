import type { PointerEvent } from "react";
import { GripVertical, Trash2, TriangleAlert } from "lucide-react";
import { pictureOf } from "#features/files/rules.ts";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { t } from "#words/t.ts";
import type { FormPicture } from "./form-pictures.ts";

interface PictureTileProps {
  picture: FormPicture;
  /** Accessible name. */
  name: string;
  /** The only picture, so there is no order to change. */
  alone: boolean;
  dragged: boolean;
  onDrag: (event: PointerEvent) => void;
  /** Moves it by a number of places. */
  onStep: (step: number) => void;
  onView: () => void;
  onDelete: () => void;
}

const corner = "absolute grid size-8 place-items-center rounded-tag bg-surface text-ink shadow-float touch";
/** Visible on hover, or always on touch screens. */
const onHover =
  "opacity-0 transition-opacity duration-150 group-hover:opacity-100 focus-visible:opacity-100 group-has-focus-visible:opacity-100 pointer-coarse:opacity-100";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** A picture in a form. A click enlarges it; the buttons in its corners move and delete it. */
export function PictureTile({ picture, name, alone, dragged, onDrag, onStep, onView, onDelete }: PictureTileProps) {
  const { url, preview, share, problem } = picture;
  const onItsWay = !url && !problem;
  return (
    <div
      data-picture={picture.key}
      className={classNames(
        "group relative size-28 overflow-hidden rounded-tile border bg-sand",
        problem ? "border-tomato" : "border-line",
        dragged && "opacity-60 outline-3 outline-leaf",
      )}
    >
      <button
        type="button"
        aria-label={t("See {name} large", { name })}
        disabled={!preview}
        onClick={onView}
        onPointerDown={(event) => event.pointerType === "mouse" && !alone && onDrag(event)}
        className="block size-full"
      >
        {preview && (
          // No target for the pointer, or browsers would drag the picture itself.
          <Picture {...(url ? pictureOf(url) : { src: preview })} sizes="112px" alt="" className="pointer-events-none" />
        )}
      </button>
      {onItsWay && (
        <progress
          aria-label={t("Uploading {name}", { name })}
          max={100}
          value={Math.round(share * 100)}
          className="pointer-events-none absolute inset-x-2 bottom-2 h-2 w-24 appearance-none overflow-hidden rounded-full bg-surface [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-leaf"
        />
      )}
      {problem && (
        <p
          role="alert"
          className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-1 bg-surface/90 p-1.5 text-center text-xs leading-tight font-semibold text-tomato"
        >
          <TriangleAlert aria-hidden className="size-4.5" />
          {problem}
        </p>
      )}
      {!alone && (
        <button
          type="button"
          aria-label={t("Move {name}", { name })}
          aria-roledescription={t("Drag, or use the arrow keys")}
          onPointerDown={onDrag}
          onKeyDown={(event) => {
            const step = STEPS[event.key];
            if (!step) return;
            event.preventDefault();
            onStep(step);
          }}
          className={classNames(corner, onHover, "top-1 left-1 cursor-grab touch-none")}
        >
          <GripVertical aria-hidden className="size-4.5" />
        </button>
      )}
      <button
        type="button"
        aria-label={t("Delete {name}", { name })}
        onClick={onDelete}
        className={classNames(corner, onHover, "top-1 right-1 hover:text-tomato")}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}
