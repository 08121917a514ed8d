/** Milliseconds a message stays: success 2 s, error 4 s (STAT-6). A loading message stays until it is dismissed. */
const DURATIONS = { success: 2000, error: 4000, info: 4000, loading: Number.POSITIVE_INFINITY } as const;
/** Milliseconds a message stays that offers something to do, such as an Undo: a little longer, to reach it. */
const WITH_ACTION = 5000;
/** Messages shown at once (STAT-6). */
const MOST = 20;
/** Milliseconds a message takes to fade; matches `animate-fade-out`. */
const FADING = 140;

type Kind = keyof typeof DURATIONS;

/** A short message over the page. */
export interface Toast {
  id: string;
  kind: Kind;
  message: string;
  /** What the message is about, in a line below. */
  detail?: string | undefined;
  action?: ToastAction | undefined;
  /** It is fading out. */
  leaving?: boolean;
}

interface ToastAction {
  label: string;
  /** What the action does, for screen readers; begins with the label. */
  name: string;
  run: () => void;
}

interface Options extends Pick<Toast, "detail" | "action"> {
  /** A new message takes the place of the one with the same id. */
  id?: string;
  /** Milliseconds. */
  duration?: number;
}

let toasts: readonly Toast[] = [];
let count = 0;
const timers = new Map<string, Timer>();
const listeners = new Set<() => void>();

interface Timer {
  handle: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  /** Milliseconds left when it was started. */
  left: number;
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(
  kind: Kind,
  message: string,
  { id = `toast-${++count}`, detail, action, duration = action ? WITH_ACTION : DURATIONS[kind] }: Options = {},
): string {
  const toast: Toast = { id, kind, message, detail, action };
  // A new try makes earlier errors and requests obsolete.
  const isNewTry = kind === "success" || kind === "loading";
  const rest = isNewTry ? toasts.filter((other) => other.kind !== "error" && other.kind !== "info") : toasts;
  const known = rest.some((other) => other.id === id);
  set(known ? rest.map((other) => (other.id === id ? toast : other)) : [...rest, toast].slice(-MOST));
  start(id, duration);
  return id;
}

function start(id: string, left: number): void {
  clearTimeout(timers.get(id)?.handle);
  const isTimed = Number.isFinite(left) && listeners.size > 0;
  const handle = isTimed ? setTimeout(() => dismiss(id), left) : undefined;
  timers.set(id, { handle, startedAt: Date.now(), left });
}

function dismiss(id: string): void {
  clearTimeout(timers.get(id)?.handle);
  timers.delete(id);
  set(toasts.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)));
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id || !toast.leaving)), FADING);
}

/** Stops the clock of all messages: someone is reading them, or about to use one. */
export function holdToasts(): void {
  for (const timer of timers.values()) {
    clearTimeout(timer.handle);
    timer.left -= Date.now() - timer.startedAt;
    timer.startedAt = Date.now();
  }
}

/** Starts the clock again. */
export function releaseToasts(): void {
  for (const [id, { left }] of timers) start(id, Math.max(left, 0));
}

/** The current messages, oldest first. */
export const currentToasts = (): readonly Toast[] => toasts;

/** Messages raised while nobody was listening have their full time from now on. @returns a function that ends the subscription */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  for (const [id, { handle, left }] of timers) if (handle === undefined) start(id, left);
  return () => listeners.delete(listener);
}

/** Shows short messages over the page, or in the dialog that is open. Each returns the id to dismiss it by. */
export const toast = {
  success: (message: string, options?: Options) => show("success", message, options),
  error: (message: string, options?: Options) => show("error", message, options),
  /** Neither a success nor a failure, such as a request to log in. */
  info: (message: string, options?: Options) => show("info", message, options),
  loading: (message: string, options?: Options) => show("loading", message, options),
  dismiss,
};
