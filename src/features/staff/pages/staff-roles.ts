import type { StaffRole } from "#shared/roles.ts";

/** The roles of the staff, from the one that may do most. */
export const STAFF_ROLES: readonly StaffRole[] = ["ADMIN", "MANAGER", "PICKER"];
