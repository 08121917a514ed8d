import { useCallback, useEffect, useState } from "react";
import { Bell } from "lucide-react";
import { Link, useLocation } from "react-router";
import { plural, t } from "#words/t.ts";
import { MAX_ORDERS } from "../../../admin/contract.ts";
import { chimeFor } from "./chime.ts";
import { noteOrdersSeen, onOrdersSeen, useOrderUpdates, type OrderUpdate } from "./order-updates.ts";

const NONE: ReadonlySet<string> = new Set();

/** How many orders were placed since this browser last showed them, on every page of the back office. @param to the page that shows them */
export function OrderBell({ to }: { to: string }) {
  const isShown = useLocation().pathname === to;
  const [fresh, setFresh] = useState(NONE);
  useOrderUpdates(
    useCallback(({ event, _id }: OrderUpdate) => {
      if (event === "placed") {
        setFresh((before) => new Set([...before, _id]));
        chimeFor(_id);
      }
      if (event === "deleted") setFresh((before) => new Set([...before].filter((id) => id !== _id)));
    }, []),
  );
  useEffect(() => onOrdersSeen(() => setFresh(NONE)), []);
  const unseen = fresh.size;
  useEffect(() => {
    if (isShown && unseen > 0) noteOrdersSeen();
  }, [isShown, unseen]);
  const count = isShown ? 0 : unseen;
  const words = count === 0 ? t("No new orders") : plural(count, "{count} new order", "{count} new orders");
  return (
    <Link to={to} title={words} className="relative grid size-11 place-items-center rounded-control hover:bg-sunken">
      <Bell aria-hidden className="size-5" />
      <output className="sr-only">{words}</output>
      {count > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0.5 grid h-5 min-w-5 animate-fade-in place-items-center rounded-full bg-leaf-fill px-1 text-xs font-bold text-on-leaf"
        >
          {count < MAX_ORDERS ? count : `${MAX_ORDERS}+`}
        </span>
      )}
    </Link>
  );
}
