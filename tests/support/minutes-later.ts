import type { Backdoor } from "./live-shop.ts";

/** A process that lives confirms that it does a job every five seconds. */
const UNCONFIRMED = "interval '8 seconds'";
/** A provider's stand-in takes money within milliseconds. */
const STUCK = "interval '5 seconds'";

type Behind = Pick<Backdoor, "shop">;

/**
 * What the shop does by itself after a minute: whoever was charged by a process that died may ask again what became of it, and what such
 * a process was refunding is asked for again.
 */
export async function agePayments({ shop }: Behind): Promise<void> {
  await shop.database.pool.query(
    `update payment_attempt set capturing_since = capturing_since - interval '2 minutes'
     where status = 'CAPTURING' and capturing_since between now() - interval '1 minute' and now() - ${STUCK}`,
  );
  for (const table of ["payment_difference", "payment_refund"])
    await shop.database.pool.query(
      `update ${table} set checked_at = checked_at - interval '2 minutes'
       where status = 'DUE' and checked_at between now() - interval '1 minute' and now() - ${STUCK}`,
    );
}

/** What the shop does by itself after minutes: jobs that failed are tried again, and those of processes that died are free. */
export async function ageJobs({ shop }: Behind): Promise<void> {
  await shop.database.pool.query(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null
     where (locked_at is null and attempts > 0 and run_at > now()) or locked_at < now() - ${UNCONFIRMED}`,
  );
  await shop.database.pool.query(
    `update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
     where locked_at < now() - ${UNCONFIRMED}
       and not exists (select 1 from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null)`,
  );
}
