import { randomUUID } from "node:crypto";
import { z } from "zod";
import { kind, type Kind, type Records, type Store } from "./records.ts";

/** What can be made to go wrong, for tests. */
const faultShape = z.object({
  /** `create`, `capture`, `read`, …; `webhook`; `*` for every call. */
  operation: z.string().min(1),
  effect: z.enum([
    /** The answer comes `ms` later; nothing is done before. */
    "slow",
    /** The connection ends without an answer; nothing is done. */
    "cut-before",
    /** It is done, and the connection ends without an answer. */
    "cut-after",
    /** 500; nothing is done. */
    "fail-before",
    /** It is done, and the answer is 500. */
    "fail-after",
    /** Refused with the provider's error `issue`. */
    "refuse",
    /** PayPal's capture or refund is PENDING until it is settled. */
    "pending",
    /** Webhooks: sent twice, `ms` late (so that later ones come before), before the answer, not at all. */
    "twice",
    "late",
    "early",
    "none",
  ]),
  issue: z.string().optional(),
  ms: z.number().int().min(0).max(600_000).default(1500),
  /** How often; 0: until it is cleared. */
  times: z.number().int().min(0).default(1),
  /** Webhooks: only this type of event. */
  event: z.string().optional(),
});

/** A fault to be set. */
export type FaultRequest = z.input<typeof faultShape>;
/** A fault that is set. */
export type Fault = z.output<typeof faultShape>;
type Numbered = Fault & { id: string };

/** The faults of one provider. */
export class Faults {
  readonly #kind: Kind<Numbered>;
  readonly #store: Store;

  constructor(provider: string, store: Store) {
    this.#kind = kind(`${provider}-fault`);
    this.#store = store;
  }

  /**
   * Sets one more.
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

  /** Those that concern an operation now; each counts once less afterwards. */
  async take(operation: string): Promise<Fault[]> {
    return this.#store.transact((records) => this.takeIn(records, operation));
  }

  /** As {@link take}, in a transaction under way. */
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
