import { useEffect, useRef, useSyncExternalStore } from "react";
import { Pause, Play } from "lucide-react";
import { CHOICES } from "#web/preferences/choices.ts";
import { t } from "#words/t.ts";

/** What the box suggests, in order and forever (SRCH-5). */
const SUGGESTIONS = [
  t("car air freshener"),
  t("natural coconut oil"),
  t("luxury leather wallet"),
  t("bike water bottle holder"),
  t("car seat covers"),
  t("organic shea butter"),
  t("designer sunglasses"),
  t("bike phone mount"),
  t("car phone charger"),
  t("natural essential oils"),
  t("luxury silk scarf"),
  t("bike helmet"),
];
/** Milliseconds per character. */
const TYPING = 50;
/** Milliseconds between two suggestions. */
const PAUSE = 1000;

const listeners = new Set<() => void>();

/** The person's choice in this browser, or else the system's. */
function isMoving(): boolean {
  const chosen = localStorage.getItem(CHOICES.still);
  return chosen === null ? !matchMedia("(prefers-reduced-motion: reduce)").matches : chosen === "no";
}

function setStill(still: boolean): void {
  localStorage.setItem(CHOICES.still, still ? "yes" : "no");
  for (const listener of listeners) listener();
}

function watchStill(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const useMoving = () => useSyncExternalStore(watchStill, isMoving, () => false);

/** Types one suggestion after the other over the empty search box, hidden from screen readers (SRCH-1, SRCH-5). */
export function Suggestions() {
  const text = useRef<HTMLSpanElement>(null);
  const moving = useMoving();
  useEffect(() => (moving && text.current ? typeOn(text.current) : undefined), [moving]);
  return (
    // With a layout and a layer of its own, a typed character changes nothing else on the page.
    <span
      aria-hidden
      className="pointer-events-none absolute inset-0 contain-strict content-center truncate text-ink-2 peer-[:not(:placeholder-shown)]:invisible"
    >
      {t("Search")}{" "}
      <span ref={text} data-testid="placeholder" className="text-ink">
        {quoted(SUGGESTIONS[0]!)}
      </span>
    </span>
  );
}

/** Stops the suggestions, or lets them move again. */
export function SuggestionsSwitch() {
  const moving = useMoving();
  const Icon = moving ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={moving ? t("Pause suggestions") : t("Play suggestions")}
      onClick={() => setStill(moving)}
      className="needs-script grid size-9 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden className="size-3.5 fill-current" />
    </button>
  );
}

const quoted = (suggestion: string) => `“${suggestion}”`;

/** Types the suggestions into an element's only text. @returns a function that stops it */
function typeOn({ firstChild }: HTMLElement): () => void {
  const text = firstChild as Text; // as rendered
  let place = Math.max(
    0,
    SUGGESTIONS.findIndex((suggestion) => quoted(suggestion) === text.data),
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
    // Another text node each time would make the browser, and whoever watches the page's elements, look for more changes.
    text.data = quoted(suggestion.slice(0, length));
    timer = length < suggestion.length ? setTimeout(type, TYPING) : setTimeout(clear, PAUSE);
  }
  return () => {
    clearTimeout(timer);
    text.data = quoted(SUGGESTIONS[place]!);
  };
}
