import { classNames } from "./class-names.ts";

export interface PictureProps {
  /** Address of the picture; empty for an empty tile of the same size. */
  src: string;
  /** The same picture in other widths. */
  srcSet?: string | undefined;
  /** `--dark-tile`: what the dark theme lays over the picture. */
  style?: Record<string, string> | undefined;
  /** Empty for a picture that repeats the text beside it. */
  alt: string;
  /** The displayed width, as in `sizes` of an image: `164px`, `(width < 48rem) 50vw, 300px`. */
  sizes: string;
  /** Visible at first: loaded at once, before others. */
  eager?: boolean;
  /** What it shows is sold out. */
  gray?: boolean;
  className?: string | undefined;
}

/** A square picture whose space is reserved while it loads. Set its width by `className`. */
export function Picture({ src, srcSet, style, alt, sizes, eager = false, gray = false, className }: PictureProps) {
  const look = classNames("picture", gray && "is-gray", className);
  if (!src) return <span aria-hidden className={look} />;
  const image = (
    <img
      src={src}
      srcSet={srcSet}
      sizes={srcSet ? sizes : undefined}
      alt={alt}
      width={640}
      height={640}
      loading={eager ? undefined : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding={eager ? "sync" : "async"}
      className={style ? undefined : look}
    />
  );
  return style ? (
    <span className={look} style={style}>
      {image}
    </span>
  ) : (
    image
  );
}
