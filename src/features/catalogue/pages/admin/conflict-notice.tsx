import { useEffect, useRef } from "react";
import { ChangeList } from "#features/audit/pages/change-list.tsx";
import { Button } from "#ui/button.tsx";
import type { Product } from "../../contract.ts";
import { differing, toFields, type ProductFields } from "./product-fields.ts";

interface ConflictNoticeProps {
  /** As it was when this form was opened. */
  read: Product;
  /** As another admin has made it. */
  newer: Product;
  /** The fields that were changed here. */
  mine: readonly (keyof ProductFields)[];
  onTake: () => void;
}

/** Tells what another admin has changed meanwhile; it can be taken over without losing what was typed here. */
export function ConflictNotice({ read, newer, mine, onTake }: ConflictNoticeProps) {
  const notice = useRef<HTMLElement>(null);
  // Seen at once, wherever in the form somebody was.
  useEffect(() => notice.current?.focus(), []);
  const theirs = differing(toFields(read), toFields(newer));
  const both = theirs.filter((name) => mine.includes(name));
  const only = (product: Product) => Object.fromEntries(theirs.map((name) => [name, product[name]]));
  return (
    <section
      ref={notice}
      tabIndex={-1}
      role="alert"
      aria-label="Changed meanwhile"
      className="rounded-card bg-marigold-tint p-4.5 focus:outline-none"
    >
      <p className="font-bold">Another admin has changed this product meanwhile</p>
      <ChangeList before={only(read)} after={only(newer)} />
      <p className="mt-2 text-sm text-ink-2">
        Nothing of yours is saved yet. Load the new one to go on: what you have typed stays
        {both.length > 0 && ", also where both of you changed the same"}.
      </p>
      <Button size="small" onClick={onTake} className="mt-3">
        Load the new one
      </Button>
    </section>
  );
}
