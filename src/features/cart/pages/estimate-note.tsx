import { t } from "#words/t.ts";

/** Below a total with something that is still to be weighed. */
export function EstimateNote() {
  return <p className="mt-2 text-sm text-ink-2">{t("An estimate: we weigh some items when we pack your order. You never pay more.")}</p>;
}
