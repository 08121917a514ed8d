import { classNames } from "../class-names.ts";
import { Layer, type LayerProps } from "./layer.tsx";

export interface DialogProps extends LayerProps {
  /** How wide it may be: 480 px, or 720 px for receipts and forms in columns. */
  wide?: boolean;
}

/** A dialog in the middle of the page; on phones it rises from the bottom over the full width. Load it lazily. */
export function Dialog({ wide = false, ...layer }: DialogProps) {
  return (
    <Layer
      {...layer}
      startInField
      className={classNames(
        "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-hero data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in",
        "md:inset-auto md:top-1/2 md:left-1/2 md:w-[calc(100vw-3rem)] md:-translate-1/2 md:rounded-hero",
        wide ? "md:max-w-[45rem]" : "md:max-w-[30rem]",
      )}
      footerClassName="flex flex-wrap justify-end gap-3 pb-[max(1rem,env(safe-area-inset-bottom))]"
    />
  );
}
