import { useState } from "react";
import { Area, AreaChart, Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatCents, toCents } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import type { DaySales } from "../contract.ts";
import { FigureTable } from "./figure-table.tsx";
import { dayInWords, wholeDayInWords } from "./words.ts";

interface SalesChartProps {
  title: string;
  field: "revenue" | "orders";
  days: readonly DaySales[];
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", notation: "compact", maximumFractionDigits: 1 });
const money = (value: number) => formatCents(toCents(value));
const tick = { fill: "var(--ink-2)", fontSize: 12 };

/** What each day brought, as a chart and, for whoever wants numbers or cannot see it, as a table. */
export default function SalesChart({ title, field, days }: SalesChartProps) {
  const [asTable, setAsTable] = useState(false);
  const inWords = field === "revenue" ? money : String;
  const table = (
    <FigureTable
      caption={`${title} by day`}
      head={["Day", title]}
      rows={days.toReversed().map((day) => ({ id: day.day, name: wholeDayInWords(day.day), figures: [inWords(day[field])] }))}
    />
  );
  return (
    <>
      {asTable ? (
        // A keyboard scrolls what has the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section aria-label={`${title} by day`} tabIndex={0} className="h-60 overflow-y-auto">
          {table}
        </section>
      ) : (
        <>
          <div aria-hidden className="h-60 overflow-hidden">
            <Chart field={field} days={days} inWords={inWords} />
          </div>
          <div className="sr-only">{table}</div>
        </>
      )}
      <Button kind="plain" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)} className="mt-2 -ml-2">
        Show as table
      </Button>
    </>
  );
}

type ChartProps = Omit<SalesChartProps, "title"> & { inWords: (value: number) => string };

function Chart({ field, days, inWords }: ChartProps) {
  const shared = { data: [...days], margin: { top: 8, right: 4, bottom: 0, left: 0 }, accessibilityLayer: false };
  const axes = (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis dataKey="day" tickFormatter={dayInWords} tick={tick} tickLine={false} axisLine={false} minTickGap={28} />
      <YAxis
        width={52}
        tick={tick}
        tickLine={false}
        axisLine={false}
        allowDecimals={field === "revenue"}
        tickFormatter={(value: number) => (field === "revenue" ? dollars.format(value) : String(value))}
      />
      <Tooltip cursor={{ stroke: "var(--line-2)", fill: "var(--sunken)" }} content={<Told inWords={inWords} />} />
    </>
  );
  return (
    <ResponsiveContainer width="100%" height="100%">
      {field === "revenue" ? (
        <AreaChart {...shared}>
          {axes}
          <Area
            dataKey="revenue"
            type="monotone"
            stroke="var(--leaf)"
            strokeWidth={2}
            fill="var(--leaf-tint)"
            isAnimationActive={false}
            dot={false}
          />
        </AreaChart>
      ) : (
        <BarChart {...shared}>
          {axes}
          <Bar dataKey="orders" fill="var(--leaf-fill)" radius={[4, 4, 0, 0]} isAnimationActive={false} />
        </BarChart>
      )}
    </ResponsiveContainer>
  );
}

interface ToldProps {
  inWords: (value: number) => string;
  /** Handed in by the chart. */
  active?: boolean;
  payload?: readonly { value?: unknown }[];
  label?: string;
}

function Told({ inWords, active, payload, label }: ToldProps) {
  if (!active || !payload?.[0] || !label) return null;
  return (
    <div className="rounded-control border border-line bg-surface px-3 py-2 text-sm shadow-float">
      <p className="text-ink-2">{wholeDayInWords(label)}</p>
      <p className="font-bold">{inWords(Number(payload[0].value))}</p>
    </div>
  );
}
