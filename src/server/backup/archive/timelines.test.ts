import { expect, test } from "vitest";
import { forkNote, forksIn, wayTo } from "./timelines.ts";

const at = (time: string) => `2026-11-22T${time}:00.000Z`;
const base = (time: string, timeline: number) => ({ at: at(time), firstSegment: `0000000${timeline}0000000000000005` });

/** As PostgreSQL writes them. */
const second = `1\t0/3074158\tbefore 2026-11-22 10:00:01.0671+00\n\n${forkNote({ at: at("12:00"), to: at("10:00") })}`;
const third = `${second}\n2\t0/5000028\tno recovery target specified\n\n${forkNote({ at: at("14:00"), to: at("14:00") })}`;

test("the history of a timeline says when each restore was made, and to which time", () => {
  expect(forksIn(third)).toEqual([
    { parent: 1, at: at("12:00"), to: at("10:00") },
    { parent: 2, at: at("14:00"), to: at("14:00") },
  ]);
});

/** At 12:00 the shop went back to 10:00, and at 14:00 to 11:00: the second timeline was a wrong choice. */
const timelines = new Map([
  [2, [{ parent: 1, at: at("12:00"), to: at("10:00") }]],
  [3, [{ parent: 1, at: at("14:00"), to: at("11:00") }]],
]);
const bases = [base("13:00", 2), base("10:30", 1), base("09:00", 1)];
const way = (time: string) => wayTo(new Date(at(time)), bases, timelines);

test("a restore follows the timeline that the shop wrote at that time", () => {
  expect(way("11:30")).toEqual({ base: base("10:30", 1), timeline: 1 });
  expect(way("12:30")).toEqual({ base: base("09:00", 1), timeline: 2 });
  expect(way("13:30")).toEqual({ base: base("13:00", 2), timeline: 2 });
  expect(way("14:30")).toEqual({ base: base("10:30", 1), timeline: 3 });
  expect(way("08:00")).toBeUndefined();
});
