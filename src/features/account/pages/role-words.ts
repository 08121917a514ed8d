import type { Role } from "#shared/roles.ts";
import type { Tone } from "#ui/badge.tsx";
import { t } from "#words/t.ts";

interface RoleWords {
  name: string;
  /** What it is good for. */
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

/** What people read of somebody's status and role. In English they read as in the API. */
export const USER_STATUS_NAMES = { Active: t("Active"), Inactive: t("Inactive"), Suspended: t("Suspended") };
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  ADMIN: t("ADMIN"),
  MANAGER: t("MANAGER"),
  PICKER: t("PICKER"),
  USER: t("USER"),
};
