import { plural } from "#words/t.ts";
/** Says that canceled orders aren't packed. */
export function LeftOut({ count }: { count: number }) {
  return (
    <p className="mb-4 rounded-card bg-badge-red px-4 py-2.5 font-semibold text-badge-red-ink print:hidden">
      {plural(count, "{count} canceled order is left out.", "{count} canceled orders are left out.")}
    </p>
  );
}
