import type { Role } from "#shared/roles.ts";
import type { Tone } from "#ui/badge.tsx";

interface RoleWords {
  name: string;
  /** What it is good for. */
  about: string;
  tone: Tone;
}

/** The roles in words. */
export const ROLE_WORDS: Readonly<Record<Role, RoleWords>> = {
  ADMIN: { name: "Admin", about: "Everything, including staff, settings and refunds of any amount.", tone: "blue" },
  MANAGER: { name: "Manager", about: "Orders, products and customers. No staff, no settings, and refunds up to a limit.", tone: "green" },
  PICKER: { name: "Picker", about: "Picks and packs orders. No sales figures.", tone: "yellow" },
  USER: { name: "Shopper", about: "Shops like everyone else. No access to the back office.", tone: "grey" },
};
