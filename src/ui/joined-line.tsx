import { Fragment } from "react";

/** What distinguishes similar things, such as brand, unit and SKU, on a line of its own. Each part stays on one line if it fits. */
export function JoinedLine({ parts }: { parts: readonly string[] }) {
  if (parts.length === 0) return null;
  return (
    <span className="block text-sm text-ink-2">
      <Joined parts={parts} />
    </span>
  );
}

/** As {@link JoinedLine}, within a line. */
export function Joined({ parts }: { parts: readonly string[] }) {
  return parts.map((part, place) => (
    <Fragment key={place}>
      {place > 0 && " · "}
      <span className="inline-block max-w-full wrap-anywhere">{part}</span>
    </Fragment>
  ));
}
