import {
  EMPTY,
  type Cart,
  type CartChange,
  type CartProduct,
  type CartStatus,
  type CartStorage,
  type Line,
  type Reporter,
} from "./cart-state.ts";
import { ShownLines } from "./shown-lines.ts";

/**
 * A cart whose buttons respond immediately: a change is shown before it is sent, and rolled back if it is refused. One request
 * per product is in flight at a time; of the changes made meanwhile, only the last is sent.
 */
export function openCart(report: Reporter): Cart {
  let storage: CartStorage | null = null;
  // Incremented whenever the person changes, so responses for the previous person are ignored.
  let person = 0;
  // Incremented with every load: only the latest one counts.
  let reads = 0;
  // Incremented with every change made here: a load that started before it may be outdated.
  let changes = 0;
  let known: Line[] = [];
  const shown = new ShownLines();
  let status: CartStatus = "unknown";
  const pending = new Map<string, CartChange>();
  let working = new Set<string>();
  let stale = false;
  let state = EMPTY;
  const listeners = new Set<() => void>();

  function publish(): void {
    state = { status, lines: shown.of(known, pending), busy: pending.size > 0 };
    for (const listener of listeners) listener();
  }

  const knownLine = (id: string) => known.find(({ product }) => product._id === id);

  function put(line: Line): void {
    known = knownLine(line.product._id) ? known.map((other) => (other.product._id === line.product._id ? line : other)) : [...known, line];
  }

  /** Sends the next request for a change. @returns what to do once it succeeded */
  async function step(by: CartStorage, line: Line | undefined, wanted: CartChange): Promise<() => void> {
    const { product, quantity } = wanted;
    if (!line?.id) {
      const { line: added, message } = await by.add(product);
      return () => {
        put(added);
        // Add means "have it": a quantity added on another device stays.
        if (wanted.quantity === 1) wanted.quantity = added.quantity;
        report.done(message);
      };
    }
    if (quantity > 0) {
      const { line: changed } = await by.setQuantity(line, quantity);
      return () => put(changed);
    }
    const { message } = await by.remove(line);
    return () => {
      known = known.filter(({ id }) => id !== line.id);
      report.removed(message, product, () => change(product, wanted.before ?? line.quantity));
    };
  }

  async function sendPending(id: string): Promise<void> {
    const by = storage;
    const asked = person;
    const mine = working;
    if (!by) return;
    mine.add(id);
    try {
      let wanted = pending.get(id);
      while (wanted) {
        const line = knownLine(id);
        if (line ? line.id && line.quantity === wanted.quantity : wanted.quantity === 0) {
          pending.delete(id);
          break;
        }
        // oxlint-disable-next-line no-await-in-loop -- in order, one at a time
        const apply = await step(by, line, wanted);
        if (person !== asked) return;
        apply();
        publish();
        wanted = pending.get(id);
      }
    } catch (error) {
      if (person === asked) {
        pending.delete(id);
        stale = true;
        report.refused(error);
      }
    } finally {
      mine.delete(id);
      if (person === asked) {
        publish();
        if (stale && mine.size === 0) void reload();
      }
    }
  }

  function change(product: CartProduct, quantity: number): void {
    changes++;
    const before = pending.get(product._id)?.quantity || knownLine(product._id)?.quantity;
    pending.set(product._id, { product, quantity, before });
    publish();
    if (!working.has(product._id)) void sendPending(product._id);
  }

  async function reload(): Promise<void> {
    const read = ++reads;
    const before = changes;
    stale = working.size > 0;
    if (!storage || stale) return;
    const lines = await storage.read().catch((error: unknown) => {
      if (read === reads) report.failed(error);
    });
    if (read !== reads) return;
    if (changes !== before) {
      // The response may predate a change made meanwhile. A change still in flight reloads when it is done.
      stale = working.size > 0;
      if (!stale) await reload();
      // Until then, what was stored is all there is, also if changes wait for a connection.
      if (!stale || (lines && !lines.isOld)) return;
    }
    if (lines && !(lines.isOld && status === "ready")) [known, status] = [lines, lines.isOld ? "old" : "ready"];
    else if (!lines && status !== "ready") status = "failed";
    publish();
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async switchTo(next) {
      storage = next;
      person++;
      known = [];
      pending.clear();
      shown.clear();
      working = new Set();
      status = next ? "loading" : "unknown";
      publish();
      await reload();
    },
    reload,
    change,
    known: () => known,
    unsent: () => [...pending.values()],
    see(now) {
      const line = knownLine(now._id);
      if (!line) return;
      put({ ...line, product: { ...line.product, ...now } });
      publish();
    },
    forget() {
      changes++;
      known = [];
      pending.clear();
      publish();
    },
  };
}
