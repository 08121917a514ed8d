import { useEffect, useState } from "react";

/** Minutes and seconds left until a time (ms). Calls `over` once when it is reached. */
export function Countdown({ until, over }: { until: number; over: () => void }) {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    const tick = () => {
      const now = secondsTo(until);
      setLeft(now);
      if (now > 0) return;
      clearInterval(ticking);
      over();
    };
    const ticking = setInterval(tick, 250);
    return () => clearInterval(ticking);
  }, [until, over]);
  return (
    <span role="timer" className="font-bold tabular-nums">
      {Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")}
    </span>
  );
}

function secondsTo(end: number): number {
  return Math.max(0, Math.ceil((end - Date.now()) / 1000));
}
