import type { Measured } from "./load.ts";

/** The results of a load, with the CPU time per response in microseconds. */
export interface Result extends Measured {
  processorTime: number;
}

/** Combines several measurements. Percentiles are averaged. */
export function together(parts: readonly Measured[], busyMs: number): Result {
  const sum = (value: (part: Measured) => number) => parts.reduce((total, part) => total + value(part), 0);
  const answers = sum((part) => part.answers);
  const seconds = sum((part) => part.answers / part.perSecond);
  return {
    answers,
    failures: sum((part) => part.failures),
    perSecond: answers / seconds,
    p50: sum((part) => part.p50) / parts.length,
    p95: sum((part) => part.p95) / parts.length,
    p99: sum((part) => part.p99) / parts.length,
    firstFailure: parts.find((part) => part.firstFailure)?.firstFailure ?? "",
    processorTime: (busyMs * 1000) / answers,
  };
}

const COLUMNS = ["requests/s", "p50 ms", "p99 ms", "CPU µs", "bare/s", "p50 ms", "p99 ms", "CPU µs", "of bare"];

export function printHeading(): void {
  print("", COLUMNS);
}

export function printRow(name: string, ours: Result, bare?: Result): void {
  const cells = (result: Result) => [
    result.perSecond.toFixed(0),
    result.p50.toFixed(2),
    result.p99.toFixed(2),
    result.processorTime.toFixed(0),
  ];
  print(name, bare ? [...cells(ours), ...cells(bare), `${percent(ours, bare).toFixed(0)} %`] : cells(ours));
  if (ours.failures > 0) console.log(`  ${ours.failures} of ${ours.answers} failed, first: ${ours.firstFailure.split("\r\n")[0]}`);
}

/** The shop's rate as a percentage of the bare server's. */
export function percent(ours: Result, bare: Result): number {
  return (ours.perSecond / bare.perSecond) * 100;
}

function print(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(16) + cells.map((text) => text.padStart(11)).join(""));
}
