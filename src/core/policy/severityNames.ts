/** The severities that thresholds accept, with their names for people. */
export const severityNames: ReadonlyMap<number, string> = new Map([
  [0, 'every severity'],
  [1, 'low'],
  [4, 'medium'],
  [7, 'high'],
  [9, 'critical'],
]);
