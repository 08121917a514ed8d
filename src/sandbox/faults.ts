import { randomUUID } from "node:crypto";
import { z } from "zod";
import { kind, type Kind, type Records, type Store } from "./records.ts";

/** Faults that tests can inject. */
const faultShape = z.object({
  /** `create`, `capture`, `read`, …; `webhook`; `*` for every call. */
  operation: z.string().min(1),
  effect: z.enum([
    /** Delays the operation by `ms`. */
    "slow",
    /** Closes the connection without doing anything. */
    "cut-before",
    /** Does it, then closes the connection without a response. */
    "cut-after",
    /** Responds 500 without doing anything. */
    "fail-before",
    /** Does it, then responds 500. */
    "fail-after",
    /** Refuses with the provider's error `issue`. */
    "refuse",
    /** Leaves PayPal's capture or refund PENDING until it is settled. */
    "pending",
    /** Culqi's list does not show what was charged in the last `ms`. */
    "behind",
    /** Webhooks: sent twice, `ms` late (so that later ones arrive first), before the response, or never. */
    "twice",
    "late",
    "early",
    "none",
  ]),
  issue: z.string().optional(),
  ms: z.number().int().min(0).max(600_000).default(1500),
  /** How many times; 0: until cleared. */
  times: z.number().int().min(0).default(1),
  /** Webhooks: only events of this type. */
  event: z.string().optional(),
});

export type FaultRequest = z.input<typeof faultShape>;
export type Fault = z.output<typeof faultShape>;
type Numbered = Fault & { id: string };

export class Faults {
  readonly #kind: Kind<Numbered>;
  readonly #store: Store;

  constructor(provider: string, store: Store) {
    this.#kind = kind(`${provider}-fault`);
    this.#store = store;
  }

  /**
   * Adds a fault.
   * @throws ZodError
   */
  async set(request: unknown): Promise<Fault> {
    const fault = { ...faultShape.parse(request), id: randomUUID() };
    await this.#store.transact((records) => records.put(this.#kind, fault.id, fault));
    return fault;
  }

  async clear(): Promise<void> {
    await this.#store.transact(async (records) => {
      for (const fault of await records.list(this.#kind)) await records.remove(this.#kind, fault.id);
    });
  }

  /** The active faults for an operation; uses each up once. */
  async take(operation: string): Promise<Fault[]> {
    return this.#store.transact((records) => this.takeIn(records, operation));
  }

  /** Like {@link take}, within an existing transaction. */
  async takeIn(records: Records, operation: string, event?: string): Promise<Fault[]> {
    const set = await records.list(this.#kind);
    const taken: Fault[] = [];
    for (const { id, operation: wanted, event: type } of set.toReversed()) {
      const concerns = wanted === operation || (wanted === "*" && operation !== "webhook");
      if (!concerns || (type !== undefined && type !== event)) continue;
      const fault = await records.get(this.#kind, id);
      if (!fault) continue;
      if (fault.times === 1) await records.remove(this.#kind, id);
      else if (fault.times > 1) await records.put(this.#kind, id, { ...fault, times: fault.times - 1 });
      taken.push(fault);
    }
    return taken;
  }
}
