import { Check, ClipboardList, CreditCard, PackagePlus, Store, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { listProducts } from "#features/catalogue/contract.ts";
import { changeSettings, readSettings } from "#features/shop/settings/contract.ts";
import { DEFAULT_SETTINGS, type Settings } from "#shared/settings.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";

interface Step {
  title: string;
  words: string;
  to: string;
  icon: LucideIcon;
}

const NAME: Step = { title: t("Name your shop"), words: t("Its name, logo and how to reach you."), to: adminPaths.settings(), icon: Store };
const PRODUCTS: Step = {
  title: t("Add your products"),
  words: t("Import a file, or add products one by one."),
  to: adminPaths.productImport(),
  icon: PackagePlus,
};
const PAYING: Step = {
  title: t("Choose ways to pay"),
  words: t("Cash, card or PayPal, and your currency. The first order fixes the currency."),
  to: adminPaths.settings("sales"),
  icon: CreditCard,
};
const STEPS: readonly Step[] = [
  NAME,
  PRODUCTS,
  PAYING,
  {
    title: t("Place a test order"),
    words: t("Choose your currency first: it can't change after an order. Your sales will appear here."),
    to: paths.home,
    icon: ClipboardList,
  },
];

/** The settings that the first steps are about. */
export const useFirstSteps = () => usePersonal(["settings"], async () => (await call(readSettings, undefined)).data);

/** What to do first, until there is a sale to show or an admin hides it. */
export function FirstSteps({ settings: { name, ways, yape, currency } }: { settings: Settings }) {
  const [busy, setBusy] = useState(false);
  const { data: found } = usePersonal(["first product"], () => call(listProducts, { limit: 1 }));
  const hasChosenPaying = currency !== DEFAULT_SETTINGS.currency || yape || ways.length < DEFAULT_SETTINGS.ways.length;
  const done = new Set([name !== DEFAULT_SETTINGS.name && NAME, found && found.totalCount > 0 && PRODUCTS, hasChosenPaying && PAYING]);
  const dismiss = async () => {
    setBusy(true);
    try {
      await call(changeSettings, { changes: { firstStepsDone: true }, was: { firstStepsDone: false } });
      await readAgain(["settings"]);
    } catch (error) {
      toast.error(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Panel title={t("First steps")} lead={t("Four steps to your first order.")} className="xl:col-span-2">
      <ol className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {STEPS.map((step, place) => {
          const isDone = done.has(step);
          const Icon = isDone ? Check : step.icon;
          return (
            <li key={step.title}>
              <Link to={step.to} className="flex h-full gap-3.5 rounded-card border border-line p-4.5 hover:border-leaf">
                <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-leaf" />
                <span className="min-w-0">
                  <span className="block font-bold">
                    {place + 1}. {step.title}
                    {isDone && <span className="font-normal whitespace-nowrap text-ink-2"> {t("· done")}</span>}
                  </span>
                  <span className="mt-0.5 block text-sm text-ink-2">{step.words}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
      <Button kind="quiet" size="small" busy={busy} className="mt-4" onClick={() => void dismiss()}>
        {t("Hide these steps")}
      </Button>
    </Panel>
  );
}
