/** The lowest number of each severity. */
export const severityLevels = { critical: 9, high: 7, medium: 4, low: 1 } as const;

/** The severities that thresholds accept, with their names for people. */
export const severityNames: ReadonlyMap<number, string> = new Map([
  [0, 'every severity'],
  ...Object.entries(severityLevels)
    .toReversed()
    .map(([name, level]) => [level, name] as const),
]);
