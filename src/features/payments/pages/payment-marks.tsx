import { Banknote } from "lucide-react";
import type { WayToPay } from "../contract.ts";

interface Mark {
  name: string;
  /** Text color on the white card. */
  color: string;
  italic?: boolean;
}

const MARKS = {
  paypal: [{ name: "PayPal", color: "#003087", italic: true }],
  yape: [{ name: "yape", color: "#742384" }],
  culqi: [
    { name: "VISA", color: "#1a1f71", italic: true },
    { name: "Mastercard", color: "#9d3b00" },
    { name: "AMEX", color: "#016299" },
    { name: "Diners", color: "#004a8f" },
  ],
} as const satisfies Partial<Record<WayToPay["provider"], readonly Mark[]>>;

/** The names of what a payment method accepts, each drawn as a small card. The text beside them says the same. */
export function PaymentMarks({ provider }: { provider: WayToPay["provider"] }) {
  if (provider === "cash") return <Banknote aria-hidden className="size-6 text-ink-3" strokeWidth={1.5} />;
  const marks: readonly Mark[] = MARKS[provider];
  return (
    <span aria-hidden className="flex flex-wrap gap-1">
      {marks.map(({ name, color, italic }) => (
        <svg key={name} viewBox="0 0 44 26" width={44} height={26} className="shrink-0">
          <rect x={0.5} y={0.5} width={43} height={25} rx={5} fill="#fff" stroke="#d8cfbd" />
          <text
            x={22}
            y={16.5}
            textAnchor="middle"
            fill={color}
            fontSize={name.length > 6 ? 6.6 : 10}
            fontWeight={800}
            fontStyle={italic ? "italic" : "normal"}
          >
            {name}
          </text>
        </svg>
      ))}
    </span>
  );
}
