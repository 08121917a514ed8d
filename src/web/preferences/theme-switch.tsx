import { useSyncExternalStore } from "react";
import { Monitor, Moon, Sun } from "lucide-react";
import { t } from "#words/t.ts";
import { chooseTheme, readTheme, watchTheme } from "./theme.ts";

const CHOICES = [
  ["", t("System"), Monitor],
  ["light", t("Light"), Sun],
  ["dark", t("Dark"), Moon],
] as const;

/** Light, dark, or the system's theme; remembered in this browser. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(watchTheme, readTheme, () => "");
  return (
    <fieldset className="needs-script flex rounded-full border border-line-2 bg-surface p-1">
      <legend className="sr-only">{t("Theme")}</legend>
      {CHOICES.map(([value, name, Icon]) => (
        <label
          key={name}
          title={name}
          className="grid h-9 w-11 cursor-pointer place-items-center rounded-full text-ink-2 hover:text-ink has-checked:bg-leaf-tint has-checked:text-leaf has-focus-visible:outline-3 has-focus-visible:outline-leaf"
        >
          <input type="radio" name="theme" className="sr-only" checked={theme === value} onChange={() => chooseTheme(value)} />
          <Icon aria-hidden className="size-4.5" />
          <span className="sr-only">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
