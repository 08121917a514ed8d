import { CHOICES } from "./choices.ts";

type Theme = "light" | "dark" | "";

const listeners = new Set<() => void>();

/** The theme chosen in this browser; empty for the system's. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(CHOICES.theme);
  return kept === "light" || kept === "dark" ? kept : "";
}

/** Follows the choices made in this and other tabs. @returns a function that ends the subscription */
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

/** Sets the theme of all tabs and remembers it. */
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
