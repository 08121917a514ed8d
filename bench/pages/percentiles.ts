/** The 50th and 95th percentile. */
export function percentiles(times: readonly number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
