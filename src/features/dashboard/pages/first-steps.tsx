import { ClipboardList, PackagePlus, Shapes, ShieldCheck, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { Panel } from "#ui/panel.tsx";
import { paths } from "#web/paths.ts";

interface Step {
  title: string;
  words: string;
  to: string;
  icon: LucideIcon;
}

const STEPS: readonly Step[] = [
  { title: "Set up your categories", words: "Name the shelves that shoppers browse.", to: paths.adminCategories, icon: Shapes },
  { title: "Add your products", words: "Import a file, or upload them one by one.", to: paths.productImport(), icon: PackagePlus },
  { title: "Place a test order", words: "Shop as your customers do, and find the order here.", to: paths.home, icon: ClipboardList },
  { title: "Protect your account", words: "Turn on two-step login.", to: paths.security, icon: ShieldCheck },
];

/** What to do first, until there is a sale to show. */
export function FirstSteps() {
  return (
    <Panel title="First steps" lead="Your sales will show here after the first order." className="xl:col-span-2">
      <ol className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {STEPS.map(({ title, words, to, icon: Icon }, place) => (
          <li key={title}>
            <Link to={to} className="flex h-full gap-3.5 rounded-card border border-line p-4.5 hover:border-leaf">
              <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-leaf" />
              <span className="min-w-0">
                <span className="block font-bold">
                  {place + 1}. {title}
                </span>
                <span className="mt-0.5 block text-sm text-ink-2">{words}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
