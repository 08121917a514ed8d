import { useEffect, useRef, useSyncExternalStore, type ReactNode } from "react";
import { Pause, Play } from "lucide-react";
import { CHOICES } from "#web/choices.ts";

/** What the box suggests, in order and for ever (SRCH-5). */
const SUGGESTIONS = [
  "car air freshener",
  "natural coconut oil",
  "luxury leather wallet",
  "bike water bottle holder",
  "car seat covers",
  "organic shea butter",
  "designer sunglasses",
  "bike phone mount",
  "car phone charger",
  "natural essential oils",
  "luxury silk scarf",
  "bike helmet",
];
/** Milliseconds for a character. */
const TYPING = 50;
/** Milliseconds a suggestion stands. */
const PAUSE = 1000;

const listeners = new Set<() => void>();

/** As a person chose it here; else the system decides. */
function isMoving(): boolean {
  const chosen = localStorage.getItem(CHOICES.still);
  return chosen === null ? !matchMedia("(prefers-reduced-motion: reduce)").matches : chosen === "no";
}

function setStill(still: boolean): void {
  localStorage.setItem(CHOICES.still, still ? "yes" : "no");
  for (const listener of listeners) listener();
}

function watchCalm(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Types one suggestion after the other. Hidden from screen readers, still where less motion is asked for, and it can
 * be stopped. The link that covers the box is handed in, so that the stop button lies above it.
 */
export function RotatingPlaceholder({ children }: { children: ReactNode }) {
  const text = useRef<HTMLSpanElement>(null);
  const moving = useSyncExternalStore(watchCalm, isMoving, () => false);

  useEffect(() => (moving && text.current ? typeOn(text.current) : undefined), [moving]);

  const Icon = moving ? Pause : Play;
  return (
    <>
      <span aria-hidden className="min-w-0 grow truncate text-ink-2">
        Search{" "}
        <span ref={text} data-testid="placeholder" className="text-ink">
          {quoted(SUGGESTIONS[0]!)}
        </span>
      </span>
      {children}
      <button
        type="button"
        aria-label={moving ? "Stop the moving suggestions" : "Let the suggestions move"}
        onClick={() => setStill(moving)}
        className="needs-script relative grid size-9 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-sunken hover:text-ink"
      >
        <Icon aria-hidden className="size-3.5 fill-current" />
      </button>
    </>
  );
}

const quoted = (suggestion: string) => `“${suggestion}”`;

/** Writes the suggestions into an element until it is told to stop. */
function typeOn(element: HTMLElement): () => void {
  let place = Math.max(
    0,
    SUGGESTIONS.findIndex((suggestion) => quoted(suggestion) === element.textContent),
  );
  let length = SUGGESTIONS[place]!.length;
  let timer = setTimeout(clear, PAUSE);

  function clear() {
    place = (place + 1) % SUGGESTIONS.length;
    length = 0;
    type();
  }
  function type() {
    const suggestion = SUGGESTIONS[place]!;
    length += 1;
    element.textContent = quoted(suggestion.slice(0, length));
    timer = length < suggestion.length ? setTimeout(type, TYPING) : setTimeout(clear, PAUSE);
  }
  return () => {
    clearTimeout(timer);
    element.textContent = quoted(SUGGESTIONS[place]!);
  };
}
