import type { Role } from "#shared/roles.ts";

/** Whether an admin may leave: somebody has to run the shop. `admins`: how many may log in, this one included. */
export function mayLeave(role: Role, admins: number): boolean {
  return role !== "ADMIN" || admins > 1;
}
