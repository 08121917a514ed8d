import { and, desc, eq, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { containing } from "#server/db/containing.ts";
import type { Role } from "#shared/roles.ts";
import { users } from "./tables.ts";

const { id, name, email, role, status, lastLoginAt, createdAt } = users;
const columns = { id, name, email, role, status, lastLoginAt, createdAt };

/** An account as admins see it. */
export type Person = Pick<typeof users.$inferSelect, keyof typeof columns>;

/** Leaves out deleted accounts, whose address contains their id (see `addressLeft`). @param person the table, or its alias */
export const isNotDeleted = (person: SQL = sql`user_account`) =>
  sql`${person}.email <> concat('deleted-', ${person}.id, '@deleted.invalid')`;

const isStaff = sql`(${users.role} <> 'USER')`;

interface Wanted {
  search: string;
  role: Role | "STAFF" | undefined;
  before: string | undefined;
  limit: number;
}

/** People by part of their name or address: the staff first, newest first. */
export function readPeople(db: Db, { search, role: wantedRole, before, limit }: Wanted): Promise<Person[]> {
  const part = containing(search);
  return db
    .select(columns)
    .from(users)
    .where(
      and(
        isNotDeleted(),
        search ? or(sql`${users.name} ilike ${part}`, sql`${users.email} ilike ${part}`) : undefined,
        wantedRole && (wantedRole === "STAFF" ? isStaff : eq(users.role, wantedRole)),
        before ? sql`(${isStaff}, ${users.id}) < ((select p.role <> 'USER' from ${users} p where p.id = ${before}), ${before})` : undefined,
      ),
    )
    .orderBy(desc(isStaff), desc(users.id))
    .limit(limit);
}

/** A person, locked until the transaction ends, so that they can't log in or delete their account meanwhile. */
export async function lockPerson(tx: Db, userId: string): Promise<Person | undefined> {
  const [row] = await tx
    .select(columns)
    .from(users)
    .where(and(eq(users.id, userId), isNotDeleted()))
    .for("update");
  return row;
}

/** Changes a locked person. */
export async function updatePerson(tx: Db, userId: string, change: Partial<Pick<Person, "role" | "status">>): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, userId));
}
