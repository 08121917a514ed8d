import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Role } from "../account/contract.ts";
import { users } from "../account/tables.ts";
import type { Person } from "./contract.ts";

const columns = {
  _id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  status: users.status,
  last_login_date: users.lastLoginAt,
  createdAt: users.createdAt,
};

/** Nobody is behind an account that was deleted. Its address names its id, so that nobody can hide behind one alike. */
const isThere = sql`${users.email} <> concat('deleted-', ${users.id}, '@deleted.invalid')`;

type Row = Omit<Person, "last_login_date" | "createdAt"> & { last_login_date: Date | null; createdAt: Date };

const toPerson = ({ last_login_date, createdAt, ...row }: Row): Person => ({
  ...row,
  last_login_date: last_login_date?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

interface Wanted {
  search: string;
  role: Role | undefined;
  before: string | undefined;
  limit: number;
}

/** People by part of their name or address, newest first. */
export async function readPeople(db: Db, { search, role, before, limit }: Wanted): Promise<Person[]> {
  const part = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await db
    .select(columns)
    .from(users)
    .where(
      and(
        isThere,
        search ? or(sql`${users.name} ilike ${part}`, sql`${users.email} ilike ${part}`) : undefined,
        role && eq(users.role, role),
        before ? lt(users.id, before) : undefined,
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit);
  return rows.map(toPerson);
}

/** A person, locked until the transaction ends: they neither sign in nor leave meanwhile. */
export async function lockPerson(tx: Db, userId: string): Promise<Person | undefined> {
  const [row] = await tx
    .select(columns)
    .from(users)
    .where(and(eq(users.id, userId), isThere))
    .for("update");
  return row && toPerson(row);
}

/** Changes a locked person. */
export async function updatePerson(tx: Db, userId: string, change: Partial<Pick<Person, "role" | "status">>): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, userId));
}
