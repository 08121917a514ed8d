import { useRef, useState, type MouseEvent } from "react";
import { pictureOf } from "#features/files/rules.ts";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { ScrollArrow } from "#ui/scroll-arrow.tsx";
import { useEarlyPress } from "#web/early-press.ts";
import { t } from "#words/t.ts";

/** Pixels that one press scrolls the thumbnails (PROD-1). */
const STEP = 100;
/** Thumbnails that fit without scrolling. */
const FIT = 4;

/** A product's pictures: a large one, swiped or selected, with 2x zoom under the mouse; dots and thumbnails (PROD-1). */
export function Gallery({ images, name, available }: { images: readonly string[]; name: string; available: boolean }) {
  const strip = useRef<HTMLUListElement>(null);
  const thumbs = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);

  const show = (place: number) => {
    const { current: list } = strip;
    list?.scrollTo({ left: place * list.clientWidth, behavior: "instant" });
    setCurrent(place);
  };
  const onScroll = () => {
    const { current: list } = strip;
    if (list) setCurrent(Math.round(list.scrollLeft / list.clientWidth));
  };

  const many = images.length > 1;
  return (
    <section
      aria-label={t("Pictures")}
      className={many ? "max-md:grid max-md:grid-cols-[minmax(0,1fr)_3.75rem] max-md:gap-x-3" : "max-md:mx-auto max-md:w-72"}
    >
      <ul
        ref={strip}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that arrow keys can move it
        tabIndex={0}
        aria-label={t("Pictures of {name}", { name })}
        onScroll={onScroll}
        className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-hero"
      >
        {(images.length > 0 ? images : [""]).map((image, place) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the mouse alone enlarges; nothing is hidden from others
          <li key={image} className="w-full shrink-0 snap-center overflow-hidden" onMouseMove={zoomTo} onMouseLeave={zoomOut}>
            <Picture
              {...pictureOf(image)}
              alt={place === 0 ? name : t("{name}, picture {number}", { name, number: place + 1 })}
              sizes="(width < 48rem) 80vw, 1224px"
              eager={place === 0}
              gray={!available}
              className="rounded-none"
            />
          </li>
        ))}
      </ul>
      {many && (
        <>
          <div aria-hidden className="mt-2.5 flex justify-center gap-1.5 max-md:row-start-2 md:mt-3.5" data-testid="dots">
            {images.map((image, place) => (
              <span
                key={image}
                data-current={place === current}
                className={classNames(
                  "h-2 rounded-full transition-all forced-colors:bg-[CanvasText]",
                  place === current ? "w-5.5 bg-leaf" : "w-2 bg-line-2",
                )}
              />
            ))}
          </div>
          <div className="relative flex items-center gap-2.5 md:mx-auto md:mt-3.5 md:w-fit md:max-w-full">
            {images.length > FIT && <ScrollArrow strip={thumbs} by={-STEP} label={t("Scroll thumbnails left")} className={arrow} />}
            <ul
              ref={thumbs}
              data-testid="thumbnails"
              className="no-scrollbar flex gap-2 p-0.5 max-md:absolute max-md:inset-0 max-md:flex-col max-md:overflow-y-auto md:max-w-82 md:min-w-0 md:gap-2.5 md:overflow-x-auto"
            >
              {images.map((image, place) => (
                <Thumbnail
                  key={image}
                  image={image}
                  label={t("Picture {number} of {count}", { number: place + 1, count: images.length })}
                  isCurrent={place === current}
                  show={() => show(place)}
                />
              ))}
            </ul>
            {images.length > FIT && <ScrollArrow strip={thumbs} by={STEP} label={t("Scroll thumbnails right")} className={arrow} />}
          </div>
        </>
      )}
    </section>
  );
}

interface ThumbnailProps {
  image: string;
  label: string;
  isCurrent: boolean;
  show: () => void;
}

function Thumbnail({ image, label, isCurrent, show }: ThumbnailProps) {
  const place = useRef<HTMLLIElement>(null);
  useEarlyPress(place, show);
  return (
    <li ref={place} className="shrink-0">
      <button
        type="button"
        aria-label={label}
        aria-current={isCurrent}
        data-early=""
        onClick={show}
        className="block size-14 rounded-[1.125rem] border-2 border-transparent aria-current:border-leaf md:size-18"
      >
        <Picture {...pictureOf(image)} alt="" sizes="76px" className="rounded-2xl max-md:rounded-[0.9rem]" />
      </button>
    </li>
  );
}

const arrow = "needs-script shrink-0 max-md:hidden";

/** Zooms in around the mouse. Touch swipes instead. */
function zoomTo({ currentTarget, clientX, clientY }: MouseEvent<HTMLLIElement>): void {
  const picture = currentTarget.querySelector<HTMLElement>(".picture");
  if (!picture || !matchMedia("(hover: hover)").matches) return;
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  picture.style.transformOrigin = `${((clientX - left) / width) * 100}% ${((clientY - top) / height) * 100}%`;
  picture.style.scale = "2";
}

function zoomOut({ currentTarget }: MouseEvent<HTMLLIElement>): void {
  const picture = currentTarget.querySelector<HTMLElement>(".picture");
  if (picture) picture.style.scale = "";
}
