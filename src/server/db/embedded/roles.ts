import pg from "pg";
import { withClient } from "../hosts.ts";

/** The shop's database, and its owner: the role the shop connects as. */
export const DATABASE = "postgres";
export const SHOP_ROLE = "despensa";
/** Used only at startup. */
export const SUPERUSER = "postgres";
/** New name for the superuser of older data folders, which PostgreSQL can't do without. */
const FORMER = "despensa_bootstrap";

/** How to connect as each role. */
export interface Roles {
  shop: pg.ClientConfig;
  superuser: pg.ClientConfig;
}

/**
 * Makes sure that the shop's role owns its database but isn't a superuser, so that SQL injection can't reach the machine's files and
 * programs. Converts older data folders, where the shop's role was the superuser.
 */
export async function prepareRoles({ shop, superuser }: Roles): Promise<void> {
  if (!(await canConnect(superuser))) await addSuperuser(shop, String(superuser.password));
  await withClient(superuser, async (client) => {
    const { rows } = await client.query<{ rolsuper: boolean }>("select rolsuper from pg_roles where rolname = $1", [SHOP_ROLE]);
    if (rows[0]?.rolsuper === false) return;
    await client.query("begin");
    if (rows[0]) await client.query(`alter role ${SHOP_ROLE} rename to ${FORMER}; alter role ${FORMER} nologin password null`);
    await client.query(`create role ${SHOP_ROLE} login password ${pg.escapeLiteral(String(shop.password))}`);
    await client.query(`alter database ${DATABASE} owner to ${SHOP_ROLE}`);
    if (rows[0]) await client.query(HAND_OVER);
    await client.query("commit");
  });
}

/** Changes the owner of everything that isn't PostgreSQL's own. Indexes, column sequences and row types follow their table. */
const HAND_OVER = `
  do $$
  declare statement text;
  begin
    for statement in
      with own as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
      select format('alter schema %I owner to ${SHOP_ROLE}', nspname) from own where nspname <> 'public'
      union all
      select format('alter %s %I.%I owner to ${SHOP_ROLE}',
        case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, nspname, relname)
      from pg_class c join own on own.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm')
        or c.relkind = 'S' and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
      union all
      select format('alter routine %s owner to ${SHOP_ROLE}', p.oid::regprocedure) from pg_proc p join own on own.oid = p.pronamespace
      union all
      select format('alter type %s owner to ${SHOP_ROLE}', t.oid::regtype) from pg_type t join own on own.oid = t.typnamespace
      where t.typtype in ('e', 'd') or t.typtype = 'c' and (select relkind from pg_class where oid = t.typrelid) = 'c'
    loop execute statement; end loop;
  end $$`;

/** In older data folders, the shop's role is allowed to do this. */
async function addSuperuser(shop: pg.ClientConfig, password: string): Promise<void> {
  await withClient(shop, (client) => client.query(`create role ${SUPERUSER} superuser login password ${pg.escapeLiteral(password)}`));
}

const REFUSED = new Set(["28P01", "28000"]);

async function canConnect(connection: pg.ClientConfig): Promise<boolean> {
  try {
    await withClient(connection, async () => {});
    return true;
  } catch (error) {
    if (REFUSED.has((error as { code?: string }).code ?? "")) return false;
    throw error;
  }
}
