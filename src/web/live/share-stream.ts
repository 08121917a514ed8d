import { follow } from "./follow.ts";
import type { ServerEvent } from "./listen.ts";

/** Things of one kind that a tab shows, by kind. */
export type Wanted = Readonly<Record<string, readonly string[]>>;

interface Options {
  /** Most things of a kind that a stream takes. */
  most: Readonly<Record<string, number>>;
  open: (wanted: Wanted, signal: AbortSignal) => AsyncIterable<ServerEvent>;
  hear: (event: ServerEvent) => void;
  onLost: () => void;
}

type Message = { kind: "want"; tab: string; wanted: Wanted } | { kind: "ask" | "lost" } | { kind: "heard"; event: ServerEvent };

const NAME = "despensa-live";
/** Scrolling changes what is wanted all the time. */
const SETTLE_MS = 300;

/** A stream that follows what this tab wants. */
export interface SharedStream {
  want(wanted: Wanted): void;
  /** Leaves the stream to other tabs. */
  close(): void;
}

/**
 * One stream of live updates for all tabs of this browser: one tab holds it for all, and passes on what it hears. Another tab takes over
 * when that one is closed or hidden. Without Web Locks, which need https or localhost, each tab has a stream of its own.
 */
export function shareStream({ most, open, hear, onLost }: Options): SharedStream {
  const tab = Math.random().toString(36).slice(2);
  const channel = new BroadcastChannel(NAME);
  const closing = new AbortController();
  /** What each tab wants, this one first. */
  const wants = new Map<string, Wanted>([[tab, {}]]);
  /** The last event about each thing, for tabs that want it later. */
  const last = new Map<string, ServerEvent>();
  let leads = false;
  let opened: Wanted = {};
  let stream: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin, no window
  const tell = (message: Message) => !closing.signal.aborted && channel.postMessage(message);
  const isCovered = (wanted: Wanted) => Object.entries(wanted).every(([kind, ids]) => ids.every((id) => opened[kind]?.includes(id)));

  const heardBefore = (wanted: Wanted) => Object.values(wanted).flatMap((ids) => ids.flatMap((id) => last.get(id) ?? []));

  function union(): Wanted {
    const all: Record<string, string[]> = {};
    for (const [kind, limit] of Object.entries(most))
      all[kind] = [...new Set([...wants.values()].flatMap((wanted) => wanted[kind] ?? []))].slice(0, limit);
    return all;
  }

  /** Opens another stream, unless the open one already has everything. */
  function reopen(): void {
    timer = undefined;
    const wanted = union();
    const isEmpty = Object.values(wanted).every((ids) => ids.length === 0);
    if (!leads || (stream && !isEmpty && isCovered(wanted))) return;
    stream?.abort();
    stream = undefined;
    opened = wanted;
    const keep = new Set(Object.values(wanted).flat());
    for (const id of last.keys()) if (!keep.has(id)) last.delete(id);
    if (isEmpty) return;
    stream = new AbortController();
    void follow(
      {
        open: (signal) => open(wanted, signal),
        hear(event) {
          const { _id } = event.data as { _id?: string };
          if (_id) last.set(_id, event);
          hear(event);
          tell({ kind: "heard", event });
        },
        onLost() {
          last.clear();
          onLost();
          tell({ kind: "lost" });
        },
      },
      stream.signal,
    );
  }

  function changed(): void {
    if (leads) timer ??= setTimeout(reopen, SETTLE_MS);
  }

  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "heard") hear(data.event);
    if (data.kind === "lost") onLost();
    if (data.kind === "ask") tell({ kind: "want", tab, wanted: wants.get(tab) ?? {} });
    if (data.kind !== "want" || !leads) return;
    wants.delete(data.tab);
    if (Object.values(data.wanted).some((ids) => ids.length > 0)) wants.set(data.tab, data.wanted);
    for (const event of heardBefore(data.wanted)) tell({ kind: "heard", event });
    changed();
  });

  function lead(): Promise<void> {
    leads = true;
    tell({ kind: "ask" });
    changed();
    return new Promise((resolve) => closing.signal.addEventListener("abort", () => resolve()));
  }

  if ("locks" in navigator) navigator.locks.request(NAME, { signal: closing.signal }, lead).catch(() => {});
  else void lead();

  return {
    want(wanted) {
      wants.set(tab, wanted);
      if (!leads) {
        tell({ kind: "want", tab, wanted });
        return;
      }
      heardBefore(wanted).forEach(hear);
      changed();
    },
    close() {
      clearTimeout(timer);
      leads = false;
      stream?.abort();
      tell({ kind: "want", tab, wanted: {} });
      closing.abort();
      channel.close();
    },
  };
}
