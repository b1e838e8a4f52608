/** How the extension host fared between two moments. */
export interface HostTimes {
  readonly seconds: number;
  /** Longest time in which nothing else had its turn; the clock itself ticks every millisecond. */
  readonly longestBlockMs: number;
  readonly p99BlockMs: number;
  /** Of the whole process, all threads. */
  readonly cpuSeconds: number;
}
