/** An order's number; under 768 px its last 4 characters (ORD-2). */
export function OrderNumber({ number }: { number: string }) {
  return (
    <>
      <span className="md:hidden">{number.slice(-4)}</span>
      <span className="hidden md:inline">{number}</span>
    </>
  );
}
