import type { Repository } from "../repository.ts";
import { readAll, type StoredFiles } from "../stored-files.ts";
import { readSegments, timelineOf, type BaseBackup } from "./archive-files.ts";

/** A point-in-time restore: the database's log goes on in a timeline of its own. */
interface Fork {
  /** The timeline that it left. */
  parent: number;
  /** When it was made. */
  at: string;
  /** The time it went back to. */
  to: string;
}

/** The restores that led to each timeline, oldest first. The first timeline has none. */
export type Timelines = ReadonlyMap<number, readonly Fork[]>;

/** PostgreSQL takes it for a comment, and copies it into the histories of later timelines. */
export const forkNote = ({ at, to }: Pick<Fork, "at" | "to">): string => `# despensa ${at} ${to}\n`;
// PostgreSQL leaves an empty line.
const FORK = /^(\d+)\t.*\n+# despensa (\S+) (\S+)$/gm;

/** @param history as PostgreSQL writes it */
export const forksIn = (history: string): Fork[] =>
  [...history.matchAll(FORK)].map(([, parent, at, to]) => ({ parent: Number(parent), at: at!, to: to! }));

export async function readTimelines(repository: Repository, files: StoredFiles): Promise<Timelines> {
  const timelines = new Map<number, Fork[]>();
  for (const name of (await readSegments(repository)).filter((file) => file.includes(".history")))
    await files.readUnlisted(`log/${name}`, async (content) => {
      timelines.set(timelineOf(name), forksIn((await readAll(content)).toString()));
    });
  return timelines;
}

/** How to go back to a time: from which base backup, along which timeline. */
interface Way<Base> {
  base: Base;
  timeline: number;
}

/**
 * The timeline that the shop wrote at a time, and the newest base backup before that which leads there.
 * @param bases newest first
 */
export function wayTo<Base extends Pick<BaseBackup, "at" | "firstSegment">>(
  at: Date,
  bases: readonly Base[],
  timelines: Timelines,
): Way<Base> | undefined {
  const before = bases.filter((base) => new Date(base.at) <= at);
  const begun = [...timelines].filter(([, forks]) => forks.length > 0 && new Date(forks.at(-1)!.at) <= at);
  const timeline = Math.max(...begun.map(([number]) => number), ...before.map((base) => timelineOf(base.firstSegment)));
  const forks = timelines.get(timeline) ?? [];
  const leads = (base: Base) => {
    const own = timelineOf(base.firstSegment);
    return own === timeline || forks.some(({ parent, to }) => parent === own && base.at <= to);
  };
  const base = before.find(leads);
  return base && { base, timeline };
}
