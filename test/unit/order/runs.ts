const usual = 760;

/** More of them, by hand: `ORDER_POLICIES=100000`, over all policies together. */
export const policiesWanted = Number(process.env['ORDER_POLICIES'] ?? usual);

/** As many runs of another property as go with that. */
export function runsOf(count: number): number {
  return Math.ceil((count * policiesWanted) / usual);
}
