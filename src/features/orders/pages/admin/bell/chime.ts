import { useSyncExternalStore } from "react";
import { readJson } from "#web/stored-json.ts";

/** Whether this browser plays a sound for new orders. */
const STORED = "orders-sound";
/** Several orders at once are one sound. */
const PAUSE_MS = 2000;
/** Two notes: frequency in hertz, and when it starts, in seconds. */
const NOTES = [
  [880, 0],
  [1175, 0.18],
] as const;

const listeners = new Set<() => void>();
let context: AudioContext | undefined;
let lastAt = Number.NEGATIVE_INFINITY;

const isOn = () => localStorage.getItem(STORED) === "on";

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** Whether new orders are heard, and what changes that. Switching it on plays the sound. */
export function useChime(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, isOn, () => false);
  return [
    on,
    (wanted) => {
      if (wanted) localStorage.setItem(STORED, "on");
      else localStorage.removeItem(STORED);
      for (const listener of listeners) listener();
      chime();
    },
  ];
}

/** The orders that were heard in this tab: after a reload, the same ones arrive again. */
const HEARD = "orders-heard";
const MOST_HEARD = 100;

/** Plays the sound of a new order, once in this tab. */
export function chimeFor(orderId: string): void {
  const heard = readJson<string[]>("sessionStorage", HEARD, []);
  if (heard.includes(orderId)) return;
  sessionStorage.setItem(HEARD, JSON.stringify([...heard, orderId].slice(-MOST_HEARD)));
  chime();
}

/** Plays the sound of a new order, if this browser wants it. Browsers stay silent until the page was touched once. */
function chime(): void {
  if (!isOn() || !navigator.userActivation.hasBeenActive || performance.now() - lastAt < PAUSE_MS) return;
  lastAt = performance.now();
  context ??= new AudioContext();
  void context.resume();
  for (const [hertz, after] of NOTES) {
    const start = context.currentTime + after;
    const note = context.createOscillator();
    const volume = context.createGain();
    note.frequency.value = hertz;
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
    note.connect(volume).connect(context.destination);
    note.start(start);
    note.stop(start + 0.5);
  }
}
