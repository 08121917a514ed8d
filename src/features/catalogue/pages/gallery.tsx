import { useRef, useState, type MouseEvent } from "react";
import { pictureOf } from "#features/files/rules.ts";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { ScrollArrow } from "#ui/scroll-arrow.tsx";

/** Pixels that one press scrolls the thumbnails (PROD-1). */
const STEP = 100;

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

  return (
    <section aria-label="Pictures">
      <ul
        ref={strip}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that arrow keys can move it
        tabIndex={0}
        aria-label={`Pictures of ${name}`}
        onScroll={onScroll}
        className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-hero"
      >
        {(images.length > 0 ? images : [""]).map((image, place) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the mouse alone enlarges; nothing is hidden from others
          <li key={image} className="w-full shrink-0 snap-center overflow-hidden" onMouseMove={zoomTo} onMouseLeave={zoomOut}>
            <Picture
              {...pictureOf(image)}
              alt={place === 0 ? name : `${name}, picture ${place + 1}`}
              sizes="(width < 48rem) 100vw, 1224px"
              eager={place === 0}
              className={classNames("rounded-none", !available && "opacity-60 grayscale")}
            />
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <>
          <div aria-hidden className="mt-3.5 flex justify-center gap-1.5" data-testid="dots">
            {images.map((image, place) => (
              <span
                key={image}
                data-current={place === current}
                className={classNames("h-2 rounded-full transition-all", place === current ? "w-5.5 bg-leaf" : "w-2 bg-line-2")}
              />
            ))}
          </div>
          <div className="mx-auto mt-3.5 flex w-fit max-w-full items-center gap-2.5">
            <ScrollArrow strip={thumbs} by={-STEP} label="Scroll thumbnails left" className={arrow} />
            <ul ref={thumbs} data-testid="thumbnails" className="no-scrollbar flex max-w-80 min-w-0 gap-2.5 overflow-x-auto p-0.5">
              {images.map((image, place) => (
                <li key={image} className="shrink-0">
                  <button
                    type="button"
                    aria-label={`Picture ${place + 1} of ${images.length}`}
                    aria-current={place === current}
                    onClick={() => show(place)}
                    className="block size-18 rounded-[1.125rem] border-2 border-transparent aria-current:border-leaf"
                  >
                    <Picture {...pictureOf(image)} alt="" sizes="76px" className="rounded-2xl" />
                  </button>
                </li>
              ))}
            </ul>
            <ScrollArrow strip={thumbs} by={STEP} label="Scroll thumbnails right" className={arrow} />
          </div>
        </>
      )}
    </section>
  );
}

const arrow = "needs-script shrink-0";

/** Zooms in around the mouse. Touch swipes instead. */
function zoomTo({ currentTarget, clientX, clientY }: MouseEvent<HTMLLIElement>): void {
  const picture = currentTarget.querySelector("img");
  if (!picture || !matchMedia("(hover: hover)").matches) return;
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  picture.style.transformOrigin = `${((clientX - left) / width) * 100}% ${((clientY - top) / height) * 100}%`;
  picture.style.scale = "2";
}

function zoomOut({ currentTarget }: MouseEvent<HTMLLIElement>): void {
  const picture = currentTarget.querySelector("img");
  if (picture) picture.style.scale = "";
}
