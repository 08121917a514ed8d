import type { Ref } from "react";
import { Button } from "#ui/button.tsx";
import { t } from "#words/t.ts";

interface ChangesNoticeProps {
  ref: Ref<HTMLElement>;
  changes: readonly string[];
  accept: () => void;
}

/** Shows what changed in the shop, for the shopper to accept before ordering. */
export function ChangesNotice({ ref, changes, accept }: ChangesNoticeProps) {
  return (
    <section ref={ref} role="alert" tabIndex={-1} className="rounded-panel border border-tomato bg-tomato-tint p-5">
      <h2 className="heading text-xl">{t("Something has changed in the shop")}</h2>
      <ul className="mt-2 list-disc pl-5">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <p className="mt-2 text-ink-2">{t("Nothing has been ordered yet.")}</p>
      <Button className="mt-4" onClick={accept}>
        {t("Accept the changes")}
      </Button>
    </section>
  );
}
