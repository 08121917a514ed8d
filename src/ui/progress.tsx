interface ProgressProps {
  label: string;
  /** From 0 to 1; undefined: nobody knows. */
  share: number | undefined;
  /** What a screen reader says of it; percent by default. */
  text?: string;
}

/** A bar that fills up. */
export function Progress({ label, share, text }: ProgressProps) {
  const percent = share === undefined ? undefined : Math.round(Math.min(1, share) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className="h-2.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={
          percent === undefined
            ? "h-full w-1/3 animate-pulse rounded-full bg-leaf-fill"
            : "h-full rounded-full bg-leaf-fill transition-[width] duration-200"
        }
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
