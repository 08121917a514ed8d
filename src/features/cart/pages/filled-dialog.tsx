import { Link } from "react-router";
import { withKind } from "#features/catalogue/words.ts";
import { formatDollars } from "#shared/money.ts";
import { amountOf, itemsIn } from "#shared/weights.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { paths } from "#web/paths.ts";
import { plural, t } from "#words/t.ts";
import type { FilledCart } from "../contract.ts";

type Missing = FilledCart["missing"][number];

const WHY = {
  gone: ({ name, unit }) => t("{name} is no longer in the shop", { name: withKind(name, unit) }),
  "sold out": ({ name, unit }) => t("{name} is sold out", { name: withKind(name, unit) }),
  "few left": ({ quantity, weighed, ...product }) => {
    const name = withKind(product.name, product.unit);
    const amount = amountOf(quantity, weighed);
    return weighed?.by === "weight"
      ? t("{name}: {amount} less, because stock is low", { name, amount })
      : t("{name}: {amount} fewer, because stock is low", { name, amount });
  },
  "cart full": ({ name, unit }) => t("{name} did not fit in your cart", { name: withKind(name, unit) }),
} as const satisfies Record<Missing["reason"], (missing: Missing) => string>;

interface FilledDialogProps {
  result: FilledCart;
  /** Products whose price has gone up; prices in dollars. */
  dearer?: readonly { name: string; unit?: string | undefined; before: number; now: number; per?: "kg" | undefined }[];
  /** Introduces what could not be added. */
  lead?: string;
  onClose: () => void;
}

/** Lists products that could not be added to the cart, or cost more now. Lazy-loaded. */
export default function FilledDialog({ result: { added, missing }, dearer = [], lead, onClose }: FilledDialogProps) {
  const pieces = added.reduce((sum, line) => sum + itemsIn(line), 0);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={pieces > 0 ? plural(pieces, "{count} item added", "{count} items added") : t("Nothing could be added")}
      description={pieces > 0 ? lead : undefined}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t("Close")}
          </Button>
          {pieces > 0 && (
            <Link to={paths.cart} className={buttonLook()}>
              {t("See cart")}
            </Link>
          )}
        </>
      }
    >
      {missing.length > 0 && <Changes title={t("Not available")} changes={missing.map((item) => WHY[item.reason](item))} />}
      {dearer.length > 0 && (
        <Changes
          title={t("Costs more now")}
          changes={dearer.map(({ name, unit, before, now, per }) =>
            t("{name}: {price} instead of {before}", {
              name: withKind(name, unit),
              price: `${formatDollars(now)}${per ? `/${per}` : ""}`,
              before: formatDollars(before),
            }),
          )}
        />
      )}
    </Dialog>
  );
}

function Changes({ title, changes }: { title: string; changes: string[] }) {
  return (
    <section className="mt-3 first:mt-0">
      <h3 className="font-bold">{title}</h3>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {changes.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  );
}
