/** A kind of record, and the type of its values: plain JSON. */
export interface Kind<T extends object> {
  readonly name: string;
  /** Never called; ties the type to the name. */
  readonly holds?: (value: T) => void;
}

export const kind = <T extends object>(name: string): Kind<T> => ({ name });

/** A stand-in's records, within one transaction. */
export interface Records {
  /** A record, locked until the transaction ends, even if it doesn't exist yet. */
  get<T extends object>(kind: Kind<T>, id: string): Promise<T | undefined>;
  /** Creates or replaces a record. Its time only changes if `at` is given. */
  put<T extends object>(kind: Kind<T>, id: string, value: T, at?: Date): Promise<void>;
  remove<T extends object>(kind: Kind<T>, id: string): Promise<void>;
  /** The newest records with the fields of `like`, unlocked. */
  list<T extends object>(kind: Kind<T>, like?: Partial<T>, limit?: number): Promise<T[]>;
  /** Takes the record that has been due longest and gives it a new time, so that nobody else takes it before then. */
  claim<T extends object>(kind: Kind<T>, now: Date, until: Date): Promise<{ id: string; value: T } | undefined>;
}

/** Where a stand-in stores its records. */
export interface Store {
  /** All or nothing. `work` may run twice, so it must have no other effects. */
  transact<T>(work: (records: Records) => Promise<T>): Promise<T>;
}

interface StoredRecord {
  kind: string;
  id: string;
  value: object;
  at: Date;
}

/** An in-memory store for one process: transactions run one at a time. */
export function memoryStore(): Store {
  let records = new Map<string, StoredRecord>();
  let last: Promise<unknown> = Promise.resolve();

  async function run<T>(work: (records: Records) => Promise<T>): Promise<T> {
    const next = new Map(records);
    const result = await work(recordsIn(next));
    records = next;
    return result;
  }

  return {
    transact(work) {
      const mine = last.then(() => run(work));
      last = mine.catch(() => {});
      return mine;
    },
  };
}

const keyOf = (kind: Kind<never>, id: string) => `${kind.name}\n${id}`;
/** A copy, so that changing it doesn't change the record. Safe because only `put` writes, so values match their kind. */
const copyOf = <T extends object>(_kind: Kind<T>, value: object) => structuredClone(value) as T;

function recordsIn(records: Map<string, StoredRecord>): Records {
  const ofKind = ({ name }: Kind<never>) => [...records.values()].filter((record) => record.kind === name);
  return {
    async get(kind, id) {
      const found = records.get(keyOf(kind, id));
      return found && copyOf(kind, found.value);
    },
    async put(kind, id, value, at) {
      const key = keyOf(kind, id);
      records.set(key, { kind: kind.name, id, value: structuredClone(value), at: at ?? records.get(key)?.at ?? new Date() });
    },
    async remove(kind, id) {
      records.delete(keyOf(kind, id));
    },
    async list(kind, like = {}, limit = 100) {
      const fits = (value: object) => Object.entries(like).every(([name, wanted]) => Reflect.get(value, name) === wanted);
      const found = ofKind(kind).filter((record) => fits(record.value));
      return found
        .toReversed()
        .slice(0, limit)
        .map((record) => copyOf(kind, record.value));
    },
    async claim(kind, now, until) {
      const [due] = ofKind(kind)
        .filter((record) => record.at <= now)
        .sort((a, b) => a.at.getTime() - b.at.getTime());
      if (!due) return undefined;
      records.set(keyOf(kind, due.id), { ...due, at: until });
      return { id: due.id, value: copyOf(kind, due.value) };
    },
  };
}
