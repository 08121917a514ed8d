import { CircleAlert, CircleCheck } from "lucide-react";
import { formatTime } from "#shared/time.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import type { HealthPart } from "../contract.ts";
import { FigurePanel } from "./figure-panel.tsx";
import { useHealth } from "./use-figures.ts";

const NAMES: Readonly<Record<HealthPart["name"], string>> = {
  Database: t("Database"),
  "Read replica": t("Read replica"),
  "Background jobs": t("Background jobs"),
  Email: t("Email"),
  Payments: t("Payments"),
  Disk: t("Disk"),
  Backup: t("Backup"),
  "Change archive": t("Change archive"),
  Version: t("Version"),
};

/** How the parts of the shop are doing. */
export function HealthPanel() {
  const { timeZone } = useFace();
  return (
    <FigurePanel wide id="health" title={t("Health")} lead={t("The machines and services behind the shop")} query={useHealth()}>
      {(parts) => (
        <ul className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2 xl:grid-cols-4">
          {parts.map(({ name, ok, about, at }) => (
            <li key={name} className="flex gap-2.5">
              {ok ? (
                <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-leaf" />
              ) : (
                <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-tomato" />
              )}
              <div className="min-w-0">
                <p className="font-semibold">
                  {NAMES[name]}
                  {!ok && <span className="font-normal text-tomato"> {t("needs attention")}</span>}
                </p>
                <p className="wrap-anywhere text-ink-2">
                  {about}
                  {at && (
                    <>
                      {" "}
                      <time dateTime={at}>{formatTime(at, timeZone)}</time>
                    </>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </FigurePanel>
  );
}
