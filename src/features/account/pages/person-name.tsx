import type { Role } from "#shared/roles.ts";
import type { User } from "../contract.ts";

const LABELS: Readonly<Record<Role, string>> = { USER: "", PICKER: "(Picker)", MANAGER: "(Manager)", ADMIN: "(Admin)" };

/** A person's name, with the label of those who work for the shop (LAY-6). */
export function PersonName({ person: { name, role } }: { person: Pick<User, "name" | "role"> }) {
  return (
    <span className="flex min-w-0 gap-1.5 font-bold">
      <span className="truncate">{name}</span>
      {LABELS[role] && <span className="text-leaf">{LABELS[role]}</span>}
    </span>
  );
}
