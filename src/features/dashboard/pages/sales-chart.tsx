import { useState } from "react";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { currencySign, formatDollars } from "#shared/money.ts";
import { dayInWords } from "#shared/time.ts";
import { Button } from "#ui/button.tsx";
import { t } from "#words/t.ts";
import type { DaySales } from "../contract.ts";
import { FigureTable } from "./figure-table.tsx";
import { shortDay } from "./words.ts";

interface SalesChartProps {
  title: string;
  field: "revenue" | "orders";
  days: readonly DaySales[];
}

const compact = new Intl.NumberFormat(t("en-US"), { notation: "compact", maximumFractionDigits: 1 });
const tick = { fill: "var(--ink-2)", fontSize: 12 };

/** Daily sales, as a chart and as a table. */
export default function SalesChart({ title, field, days }: SalesChartProps) {
  const [asTable, setAsTable] = useState(false);
  const table = (
    <FigureTable
      caption={t("{title} by day", { title })}
      head={field === "revenue" ? ["Day", "Paid", "Expected"] : ["Day", title]}
      rows={days.toReversed().map(({ day, orders, revenue, expected }) => ({
        id: day,
        name: dayInWords(day),
        figures: field === "revenue" ? [formatDollars(revenue), formatDollars(expected)] : [String(orders)],
      }))}
    />
  );
  return (
    <>
      {asTable ? (
        table
      ) : (
        <>
          <div aria-hidden className="h-60 overflow-hidden">
            <Chart field={field} days={days} />
          </div>
          {field === "revenue" && (
            <p aria-hidden className="mt-1 flex gap-4 text-sm text-ink-2">
              <Key look="bg-leaf-fill" name={t("Paid")} />
              <Key look="bg-marigold" name={t("Expected")} />
            </p>
          )}
          <div className="sr-only">{table}</div>
        </>
      )}
      <Button kind="plain" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)} className="mt-2 -ml-2">
        {t("Show as table")}
      </Button>
    </>
  );
}

function Key({ look, name }: { look: string; name: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={`size-2.5 rounded-full ${look}`} />
      {name}
    </span>
  );
}

/** A bar a day; for revenue, what is still expected on top of what was paid. */
function Chart({ field, days }: Omit<SalesChartProps, "title">) {
  const isMoney = field === "revenue";
  const bar = { stackId: "day", isAnimationActive: false };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...days]} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="day" tickFormatter={shortDay} tick={tick} tickLine={false} axisLine={false} minTickGap={28} />
        <YAxis
          width={52}
          tick={tick}
          tickLine={false}
          axisLine={false}
          allowDecimals={isMoney}
          tickFormatter={(value: number) => (isMoney ? currencySign() + compact.format(value) : String(value))}
        />
        <Tooltip cursor={{ fill: "var(--sunken)" }} content={<DayTip field={field} />} />
        <Bar {...bar} dataKey={field} fill="var(--leaf-fill)" radius={isMoney ? 0 : [4, 4, 0, 0]} />
        {isMoney && <Bar {...bar} dataKey="expected" fill="var(--marigold)" />}
      </BarChart>
    </ResponsiveContainer>
  );
}

interface DayTipProps {
  field: "revenue" | "orders";
  /** Set by the chart. */
  active?: boolean;
  payload?: readonly { payload?: DaySales }[];
}

function DayTip({ field, active, payload }: DayTipProps) {
  const day = payload?.[0]?.payload;
  if (!active || !day) return null;
  return (
    <div className="rounded-control border border-line bg-surface px-3 py-2 text-sm shadow-float">
      <p className="text-ink-2">{dayInWords(day.day)}</p>
      {field === "orders" ? (
        <p className="font-bold">{day.orders}</p>
      ) : (
        <>
          <p className="font-bold">{t("{revenue} paid", { revenue: formatDollars(day.revenue) })}</p>
          <p>{t("{expected} expected", { expected: formatDollars(day.expected) })}</p>
        </>
      )}
    </div>
  );
}
