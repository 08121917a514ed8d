import type { Role } from "#shared/roles.ts";
import type { Tone } from "#ui/badge.tsx";
import { t } from "#words/t.ts";

interface RoleWords {
  name: string;
  /** What the role is for. */
  about: string;
  tone: Tone;
}

/** The roles in words. */
export const ROLE_WORDS: Readonly<Record<Role, RoleWords>> = {
  ADMIN: { name: t("Admin"), about: t("Everything, including staff, settings and refunds of any amount."), tone: "blue" },
  MANAGER: {
    name: t("Manager"),
    about: t("Orders, products and customers. No staff, no settings, and refunds up to a limit."),
    tone: "green",
  },
  PICKER: { name: t("Picker"), about: t("Picks and packs orders. No sales figures."), tone: "yellow" },
  USER: { name: t("Shopper"), about: t("Shops like everyone else. No access to the back office."), tone: "grey" },
};

/** The words for a person's status and role. In English they are those of the API. */
export const USER_STATUS_NAMES = { Active: t("Active"), Inactive: t("Inactive"), Suspended: t("Suspended") };
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  ADMIN: t("ADMIN"),
  MANAGER: t("MANAGER"),
  PICKER: t("PICKER"),
  USER: t("USER"),
};
