/** An order's number; its last 4 characters below 768 px (ORD-2). */
export function OrderNumber({ number }: { number: string }) {
  return (
    <>
      <span className="md:hidden">{number.slice(-4)}</span>
      <span className="hidden md:inline">{number}</span>
    </>
  );
}
