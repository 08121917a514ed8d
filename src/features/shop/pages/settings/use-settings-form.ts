import { useState } from "react";
import { useRevalidator } from "react-router";
import type { SettingName, Settings } from "#shared/settings.ts";
import { toast } from "#ui/toast/toast.ts";
import { call, detailsOf, messageOf } from "#web/call.ts";
import { refusedField } from "#web/forms/form-refusal.ts";
import { readAgain } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { changeSettings, readSettings } from "../../settings/contract.ts";

/** The settings, and by which environment variable some are set. */
export interface KnownSettings {
  settings: Settings;
  setBy: Partial<Record<SettingName, string>>;
  /** Why the currency cannot be changed; empty if it can. */
  currencyFixed: string;
  /** Whether Culqi is set up or has a stand-in, which Yape needs. */
  hasCulqi: boolean;
}

/** `data` of the 409 when another admin changed a setting, or the server sets it. */
interface Conflict {
  field?: unknown;
  value?: unknown;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The form of a group of settings. Only what was changed is sent, with its former value. */
export function useSettingsForm<Name extends SettingName>(names: readonly Name[], known: KnownSettings) {
  const pick = (settings: Settings) => Object.fromEntries(names.map((name) => [name, settings[name]])) as Pick<Settings, Name>;
  const [was, setWas] = useState(() => pick(known.settings));
  const [values, setValues] = useState(was);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  /** Which part of the refused setting is wrong, such as `2.1.to`; empty if it is all of it. */
  const [errorPath, setErrorPath] = useState("");
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  const changed = names.filter((name) => !isSame(values[name], was[name]));

  /** Shows a refusal at its field, or else in a message. */
  const showRefusal = (error: unknown) => {
    const found: Conflict | undefined = detailsOf(error, 409);
    const field = names.find((name) => name === found?.field);
    if (field && found) {
      // Saving again replaces the other admin's value, which this admin has now seen.
      setWas({ ...was, [field]: found.value });
      return setErrors({
        [field]: t("Someone else changed this while you were editing. Save again to replace their change."),
      } as typeof errors);
    }
    const { field: path, words } = refusedField(error);
    const [first, ...part] = path.replace(/^changes\./, "").split(".");
    const named = names.find((name) => name === first || (first === "image" && PICTURES.has(name)));
    if (named) {
      setErrors({ [named]: words } as typeof errors);
      setErrorPath(part.join("."));
    } else toast.error(messageOf(error));
  };

  const only = (settings: Pick<Settings, Name>) => Object.fromEntries(changed.map((name) => [name, settings[name]]));

  /** @returns whether it is saved */
  const save = async (): Promise<boolean> => {
    setBusy(true);
    setErrors({});
    setErrorPath("");
    try {
      const { message } = await call(changeSettings, { changes: only(values), was: only(was) });
      const { data } = await call(readSettings, undefined);
      const saved = pick(data.settings);
      setWas(saved);
      // What was changed while saving stays.
      setValues((now) => ({
        ...now,
        ...Object.fromEntries(names.flatMap((name) => (isSame(now[name], values[name]) ? [[name, saved[name]]] : []))),
      }));
      toast.success(message);
      void readAgain(["settings"]);
      void readAgain(["history", "settings"]);
      // The frame of the page shows some of them.
      void revalidate();
      return true;
    } catch (error) {
      showRefusal(error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  /** The props of a field for a text. */
  const text = <T extends Name>(name: Settings[T] extends string ? T : never) => ({
    name,
    value: values[name] as string, // so its type says
    error: errors[name],
    ...setByProps(known.setBy[name]),
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value as Settings[T]),
  });
  const set = <T extends Name>(name: T, value: Settings[T]) => setValues((now) => ({ ...now, [name]: value }));

  return { values, errors, errorPath, set, text, save, busy, setBy: known.setBy, isChanged: () => changed.length > 0 };
}

export type SettingsForm<Name extends SettingName> = Pick<ReturnType<typeof useSettingsForm<Name>>, "values" | "errors" | "set" | "text">;

/** A setting of the server is shown, but cannot be changed. */
export function setByProps(variable: string | undefined) {
  return variable ? { readOnly: true, hint: t("Set by {variable} on the server", { variable }) } : {};
}

const PICTURES: ReadonlySet<string> = new Set<SettingName>(["logo", "bannerPicture"]);
