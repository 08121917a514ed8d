/** The colors a person chose: kept in the browser, shown by <html data-theme>, in all tabs alike. */

import { CHOICES } from "./choices.ts";

type Theme = "light" | "dark" | "";

const listeners = new Set<() => void>();

/** The colors that were chosen in this browser. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(CHOICES.theme);
  return kept === "light" || kept === "dark" ? kept : "";
}

/** @returns a function that ends the watching */
export function watchTheme(listener: () => void): () => void {
  const onStorage = () => {
    show(readTheme());
    listener();
  };
  listeners.add(listener);
  addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", onStorage);
  };
}

/** Chooses the colors, for all tabs, and for the next time. */
export function chooseTheme(theme: Theme): void {
  if (theme) localStorage.setItem(CHOICES.theme, theme);
  else localStorage.removeItem(CHOICES.theme);
  show(theme);
  for (const listener of listeners) listener();
}

function show(theme: Theme): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
