/**
 * Time in milliseconds during which a request without a conclusive answer may still be applied. HTTP sets no
 * limit; gateways and servers do, usually after one minute, rarely after more than five. Other results can be
 * corrected for the same time.
 */
export const lateArrivalWindowMs = 15 * 60_000;

/**
 * Returns true when `time` is far in the future, because the clock was set back. Then only one fact is
 * certain: the push was sent before now.
 */
export function isAhead(time: string, now: Date): boolean {
  return Date.parse(time) - now.getTime() > lateArrivalWindowMs;
}
