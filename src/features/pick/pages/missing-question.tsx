import { useState } from "react";
import { MISSING_WORDS } from "#features/orders/pages/missing-words.ts";
import { readOrdersAgain } from "#features/orders/pages/use-orders.ts";
import { kindParts } from "#features/orders/words.ts";
import { amountOf } from "#shared/weights.ts";
import { Button } from "#ui/button.tsx";
import { NotLoaded } from "#ui/panel.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { insist } from "#web/sending/insist.ts";
import { usePersonal } from "#web/session/session.ts";
import { JoinedLine } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";
import { answerMissing, listMissing, type MissingLine } from "../missing/contract.ts";

/** Asks the shopper what to do about what is missing of an order, while it is picked. */
export default function MissingQuestion({ number }: { number: string }) {
  const {
    data: missing = [],
    isLoadingError,
    refetch,
  } = usePersonal(["orders", "missing", number], async () => (await call(listMissing, { orderId: number })).data);
  if (isLoadingError)
    return (
      <div className="mt-4">
        <NotLoaded again={() => void refetch()} />
      </div>
    );
  if (missing.length === 0) return null;
  return (
    <section aria-labelledby="missing" className="mt-4 rounded-card bg-marigold-tint px-4.5 py-4">
      <h2 id="missing" className="heading text-xl">
        {t("Something is missing")}
      </h2>
      <p className="mt-1 text-ink-2">{t("We are packing your order. Choose what we should do.")}</p>
      <ul className="mt-2 divide-y divide-line-2">
        {missing.map((line) => (
          <Question key={line.position} number={number} line={line} />
        ))}
      </ul>
    </section>
  );
}

function Question({ number, line }: { number: string; line: MissingLine }) {
  const { position, productId } = line;
  const [chosen, setChosen] = useState<"similar" | "refund" | null>(null);
  const choose = async (choice: "similar" | "refund") => {
    setChosen(choice);
    try {
      const { message } = await insist(() => call(answerMissing, { orderId: number, position, productId, choice }));
      toast.success(message);
    } catch (error) {
      toast.error(messageOf(error));
    }
    await readOrdersAgain();
    setChosen(null);
  };
  return (
    <li className="py-3">
      <p className="font-semibold break-words">{wordsOf(line)}</p>
      <JoinedLine parts={kindParts(line)} />
      <div className="mt-2.5 flex flex-wrap gap-2.5">
        {(["similar", "refund"] as const).map((choice) => (
          <Button
            key={choice}
            kind="quiet"
            size="small"
            busy={chosen === choice}
            disabled={chosen !== null}
            aria-describedby="missing"
            onClick={() => void choose(choice)}
          >
            {MISSING_WORDS[choice].name}
          </Button>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-2">{t("Something similar never costs more than what you ordered.")}</p>
    </li>
  );
}

function wordsOf({ name, quantity, found, weighed }: MissingLine): string {
  const ordered = amountOf(quantity, weighed);
  return found === 0
    ? t("{name}: we have none left.", { name })
    : t("{name}: we found only {found} of {ordered}.", { name, found: amountOf(found, weighed), ordered });
}
