import { Bell } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { plural, t } from "#words/t.ts";

/** Announces new orders instead of moving the list under the reader. */
export function NewOrders({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <output className="block">
      {count > 0 && (
        <span className="mb-3 flex animate-fade-in items-center gap-3 rounded-card bg-badge-blue px-4 py-2 text-badge-blue-ink">
          <Bell aria-hidden className="size-4.5 shrink-0" />
          <span className="flex-1 font-semibold">{plural(count, "{count} new order", "{count} new orders")}</span>
          <Button kind="quiet" size="small" onClick={onShow}>
            {t("Show")}
          </Button>
        </span>
      )}
    </output>
  );
}
