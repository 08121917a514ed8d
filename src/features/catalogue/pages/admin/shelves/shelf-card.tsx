import type { ReactNode } from "react";
import { Pencil, Trash2 } from "lucide-react";
import { pictureOf } from "#features/files/rules.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { t } from "#words/t.ts";

interface ShelfCardProps {
  name: string;
  /** Picture URL. */
  image: string;
  /** Further details. */
  children?: ReactNode;
  edit: () => void;
  remove: () => void;
}

/** A catalogue item with its actions (ADM-1, ADM-8). */
export function ShelfCard({ name, image, children, edit, remove }: ShelfCardProps) {
  return (
    <li className="panel flex flex-col rounded-card p-2">
      <Picture {...pictureOf(image)} alt="" sizes="(width < 48rem) 45vw, 180px" />
      <h2 className={classNames("mt-2 line-clamp-2 px-1 font-semibold break-words", !children && "text-center")}>{name}</h2>
      {children}
      <div className={classNames("grid grid-cols-2 gap-1.5 pt-2", !children && "mt-auto")}>
        <Button kind="outline" size="small" aria-label={t("Edit {name}", { name })} onClick={edit} className="px-1!">
          <Pencil aria-hidden className="size-4 max-sm:hidden" />
          {t("Edit")}
        </Button>
        <Button kind="quiet" size="small" aria-label={t("Delete {name}", { name })} onClick={remove} className="px-1! hover:text-tomato">
          <Trash2 aria-hidden className="size-4 max-sm:hidden" />
          {t("Delete")}
        </Button>
      </div>
    </li>
  );
}

/** Placeholders for cards that are loading. @param height a class */
export function CardSkeletons({ height }: { height: string }) {
  return Array.from({ length: 12 }, (_, place) => (
    <li key={place}>
      <Skeleton className={classNames("rounded-card", height)} />
    </li>
  ));
}
