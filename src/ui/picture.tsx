import { classNames } from "./class-names.ts";

interface PictureProps {
  /** Address of the picture; empty: an empty tile of the same size. */
  src: string;
  /** The same picture in other widths. */
  srcSet?: string | undefined;
  /** Empty for a picture that only repeats what stands beside it. */
  alt: string;
  /** How wide it is shown, as the `sizes` of an image: `164px`, `(width < 48rem) 50vw, 300px`. */
  sizes: string;
  /** It is seen first: fetched at once and before others. */
  eager?: boolean;
  className?: string | undefined;
}

/** A square picture that takes its place before it is there. Give its width by `className`. */
export function Picture({ src, srcSet, alt, sizes, eager = false, className }: PictureProps) {
  const look = classNames("block aspect-square w-full rounded-tile bg-sand object-cover by-night-dim", className);
  if (!src) return <span aria-hidden className={look} />;
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={srcSet ? sizes : undefined}
      alt={alt}
      width={640}
      height={640}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding={eager ? "sync" : "async"}
      className={look}
    />
  );
}
