/** A product in a table of figures: its name, and its unit, since sizes of a product may share a name. */
export function ProductName({ of: { name, unit } }: { of: { name: string; unit: string } }) {
  return (
    <>
      {name}
      {unit && <span className="text-ink-2"> · {unit}</span>}
    </>
  );
}
