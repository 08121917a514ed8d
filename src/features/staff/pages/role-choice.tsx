import type { Role } from "#shared/roles.ts";
import { Choice } from "#ui/choice.tsx";
import { ROLE_WORDS } from "#features/account/pages/role-words.ts";
import { t } from "#words/t.ts";

interface RoleChoiceProps<R extends Role> {
  roles: readonly R[];
  role: R;
  onChange: (role: R) => void;
}

/** The roles to choose from, with what each may do. */
export function RoleChoice<R extends Role>({ roles, role, onChange }: RoleChoiceProps<R>) {
  return (
    <fieldset className="mb-5 flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{t("Role")}</legend>
      {roles.map((one) => (
        <Choice key={one} name="role" checked={one === role} onChange={() => onChange(one)}>
          <span className="font-semibold">{ROLE_WORDS[one].name}</span>
          <span className="block text-sm text-ink-2">{ROLE_WORDS[one].about}</span>
        </Choice>
      ))}
    </fieldset>
  );
}
