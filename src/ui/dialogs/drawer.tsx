import { Layer, type LayerProps } from "./layer.tsx";

/** A panel of 440 px that slides in from the right. Load it lazily. */
export function Drawer(layer: LayerProps) {
  return (
    <Layer
      {...layer}
      className="inset-y-0 right-0 w-full max-w-[27.5rem] overflow-hidden data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in sm:rounded-l-hero"
      footerClassName="bg-surface pb-[max(1.25rem,env(safe-area-inset-bottom))]"
    />
  );
}
