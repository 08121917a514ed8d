import type { User } from "../contract.ts";

/** A person's name, with the label of admins (LAY-6). */
export function PersonName({ person: { name, role } }: { person: Pick<User, "name" | "role"> }) {
  return (
    <span className="flex min-w-0 gap-1.5 font-bold">
      <span className="truncate">{name}</span>
      {role === "ADMIN" && <span className="text-leaf">(Admin)</span>}
    </span>
  );
}
