/**
 * What a person may do in the shop: each role may do what the ones before it may. USER shops, PICKER also packs orders, MANAGER also
 * runs the shop day by day, and ADMIN also decides who works here and how the shop is set up.
 */
export const ROLES = ["USER", "PICKER", "MANAGER", "ADMIN"] as const;
export type Role = (typeof ROLES)[number];
/** Someone who works for the shop. */
export type StaffRole = Exclude<Role, "USER">;

/** Who may make a call or open a page. */
export type Access = "anyone" | "user" | "picker" | "manager" | "admin";

/** The least role each access requires. */
const REQUIRED: Readonly<Record<Exclude<Access, "anyone">, Role>> = { user: "USER", picker: "PICKER", manager: "MANAGER", admin: "ADMIN" };

/** Whether somebody logged in with this role may do what needs this access. */
export function may(role: Role, access: Access): boolean {
  return access === "anyone" || ROLES.indexOf(role) >= ROLES.indexOf(REQUIRED[access]);
}

/** Whether an access is for people who work for the shop. */
export const isForStaff = (access: Access): access is Exclude<Access, "anyone" | "user"> => access !== "anyone" && access !== "user";

export const isStaff = (role: Role): role is StaffRole => role !== "USER";

/** Whether the role may see and set what products cost the shop. */
export const seesCosts = (role: Role): boolean => may(role, "admin");

/** Whether the role sees so much that ADMIN_TWO_STEP applies to it. */
export const needsTwoStep = (role: Role): boolean => may(role, "manager");
