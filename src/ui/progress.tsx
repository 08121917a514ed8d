import { t } from "#words/t.ts";

interface ProgressProps {
  label: string;
  /** From 0 to 1; undefined when unknown. */
  share: number | undefined;
}

/** A progress bar, announced to screen readers at every quarter. */
export function Progress({ label, share }: ProgressProps) {
  const percent = share === undefined ? undefined : Math.round(Math.min(1, share) * 100);
  return (
    <>
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className={
          "h-2.5 w-full appearance-none overflow-hidden rounded-full bg-sunken indeterminate:animate-pulse indeterminate:bg-leaf-fill [&::-webkit-progress-bar]:bg-transparent " +
          "[&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-leaf-fill [&::-webkit-progress-value]:transition-[width] [&::-webkit-progress-value]:duration-200 " +
          "[&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-leaf-fill indeterminate:[&::-moz-progress-bar]:bg-transparent"
        }
      />
      <output className="sr-only">
        {label}
        {percent !== undefined && `: ${t("{share} percent", { share: Math.floor(percent / 25) * 25 })}`}
      </output>
    </>
  );
}
