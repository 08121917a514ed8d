import { formatTime } from "#shared/time.ts";
import { classNames } from "#ui/class-names.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import type { OrderDetails } from "../contract.ts";
import { eventWords } from "./order-words.ts";

interface OrderTimelineProps<O extends OrderDetails> {
  order: O;
  /** Words for an event; by default those for its shopper. */
  wordsOf?: (event: O["timeline"][number], order: O) => string;
  /** Who did it, shown after the time. */
  whoOf?: (event: O["timeline"][number], order: O) => string;
}

/** An order's events, newest first, with times in the shop's time zone. */
export function OrderTimeline<O extends OrderDetails>({ order, wordsOf = eventWords, whoOf }: OrderTimelineProps<O>) {
  const { timeZone } = useFace();
  return (
    <section aria-labelledby="timeline" className="panel p-5 md:p-6">
      <h2 id="timeline" className="heading text-xl">
        {t("Order history")}
      </h2>
      <ol className="mt-4">
        {order.timeline.toReversed().map((event, place, { length }) => (
          <li key={`${event.at} ${event.kind} ${event.after}`} className="relative flex gap-3.5 pb-4.5 last:pb-0">
            {place < length - 1 && <span aria-hidden className="absolute top-4 bottom-0 left-[0.3125rem] w-0.5 bg-line-2" />}
            <span
              aria-hidden
              className={classNames("mt-1.5 size-3 shrink-0 rounded-full", place === 0 ? "bg-leaf" : "border-2 border-line-2 bg-surface")}
            />
            <p className="min-w-0">
              <span className={classNames("block", place === 0 && "font-bold")}>{wordsOf(event, order)}</span>
              <span className="text-sm text-ink-2">
                <time dateTime={event.at}>{formatTime(event.at, timeZone)}</time>
                {whoOf?.(event, order) && ` ·\u00A0${whoOf(event, order)}`}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
