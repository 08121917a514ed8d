import { useEffect, useState, useSyncExternalStore } from "react";
import { CircleCheck, CircleX, Info, LoaderCircle } from "lucide-react";
import { classNames } from "../class-names.ts";
import { currentToasts, holdToasts, onToasts, releaseToasts, toast, type Toast } from "./toast.ts";

const ICONS = { success: CircleCheck, error: CircleX, info: Info, loading: LoaderCircle } as const;
const COLORS = { success: "text-leaf", error: "text-tomato", info: "text-ink-2", loading: "animate-spin text-ink-2" } as const;

/** Where toasts can be shown. The last one, in the dialog on top, shows them; the others are silent. */
const places: object[] = [];
const placeListeners = new Set<() => void>();

function takePlace(place: object, ofPage: boolean): () => void {
  // The page's may come after a dialog has opened, as they load late.
  if (ofPage) places.unshift(place);
  else places.push(place);
  tellPlaces();
  return () => {
    places.splice(places.indexOf(place), 1);
    // Whoever held the messages has left with this place.
    releaseToasts();
    tellPlaces();
  };
}

function tellPlaces(): void {
  for (const listener of placeListeners) listener();
}

function onPlaces(listener: () => void): () => void {
  placeListeners.add(listener);
  return () => placeListeners.delete(listener);
}

const NONE: readonly Toast[] = [];

/** Toasts, spoken by screen readers. Rendered at the foot of the page and of every dialog; pointing at them keeps them in view. */
export function Toasts({ ofPage = false }: { ofPage?: boolean }) {
  const [place] = useState({});
  useEffect(() => takePlace(place, ofPage), [place, ofPage]);
  const isOnTop = useSyncExternalStore(
    onPlaces,
    () => places.at(-1) === place,
    () => false,
  );
  const toasts = useSyncExternalStore(onToasts, currentToasts, () => NONE);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none flex flex-col items-center gap-2 print:hidden"
      onPointerEnter={holdToasts}
      onPointerLeave={releaseToasts}
      onFocus={holdToasts}
      onBlur={releaseToasts}
    >
      {isOnTop && toasts.map((one) => <Message key={one.id} {...one} />)}
    </div>
  );
}

function Message({ id, kind, message, detail, action, leaving }: Toast) {
  const Icon = ICONS[kind];
  return (
    <output
      className={classNames(
        "pointer-events-auto flex max-w-104 items-center gap-2.5 rounded-button border border-line-2 bg-surface px-3.5 py-2.5 font-semibold text-ink shadow-float",
        leaving ? "animate-fade-out" : "animate-rise-in",
      )}
    >
      <Icon aria-hidden className={classNames("size-5 shrink-0", COLORS[kind])} />
      <span className="min-w-0">
        {message}
        {detail && <span className="line-clamp-1 text-sm font-normal text-ink-2">{detail}</span>}
      </span>
      {action && (
        <button
          type="button"
          aria-label={action.name}
          className="touch ml-2 shrink-0 font-bold text-leaf underline underline-offset-4"
          onClick={() => {
            toast.dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </output>
  );
}
