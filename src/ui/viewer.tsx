import { useEffect } from "react";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { t } from "#words/t.ts";
import { Button, buttonLook } from "./button.tsx";
import { useFocusReturn } from "./focus/use-focus-return.ts";
import { Picture, type PictureProps } from "./picture.tsx";

interface ViewerProps {
  pictures: readonly Pick<PictureProps, "src" | "srcSet" | "style">[];
  /** Index of the picture shown. */
  at: number;
  onMove: (at: number) => void;
  /** What the pictures show. */
  name: string;
  onClose: () => void;
}

/** Full-screen pictures; arrow keys move between them. Load it lazily. */
export function Viewer({ pictures, at, onMove, name, onClose }: ViewerProps) {
  const focus = useFocusReturn();
  const many = pictures.length > 1;
  const picture = pictures[at];
  const title = many ? t("{name}, picture {number} of {count}", { name, number: at + 1, count: pictures.length }) : name;
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (step && many) onMove((at + step + pictures.length) % pictures.length);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [at, many, onMove, pictures.length]);
  const go = (step: number) => onMove((at + step + pictures.length) % pictures.length);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex flex-col bg-paper focus:outline-none data-[state=open]:animate-fade-in"
        >
          <div className="flex items-center justify-between gap-4 py-2 pr-3 pl-5">
            <Radix.Title aria-live="polite" className="truncate font-bold">
              {title}
            </Radix.Title>
            <Radix.Close aria-label={t("Close")} className={buttonLook({ kind: "plain", size: "icon" }, "shrink-0 text-ink")}>
              <X aria-hidden className="size-6" />
            </Radix.Close>
          </div>
          <div className="flex min-h-0 flex-1 items-center justify-center gap-2 px-2 pb-6 max-md:flex-wrap">
            {many && (
              <Button kind="quiet" size="icon" aria-label={t("Previous picture")} onClick={() => go(-1)}>
                <ChevronLeft aria-hidden className="size-6" />
              </Button>
            )}
            {/* As large as fits in both directions; on a phone, the arrows are below it. */}
            <div className="grid h-full min-w-0 flex-1 place-items-center [container-type:size] max-md:order-first max-md:h-[calc(100%-4rem)] max-md:basis-full">
              {picture && (
                <Picture
                  key={picture.src}
                  {...picture}
                  alt={name}
                  sizes="100vmin"
                  eager
                  className="w-[min(100cqw,100cqh)] object-contain"
                />
              )}
            </div>
            {many && (
              <Button kind="quiet" size="icon" aria-label={t("Next picture")} onClick={() => go(1)}>
                <ChevronRight aria-hidden className="size-6" />
              </Button>
            )}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
