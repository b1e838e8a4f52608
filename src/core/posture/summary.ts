import { outcomes, severities, type Outcome, type Setting } from './setting.ts';

export type Counts = Readonly<Record<Outcome, number>>;

export type PostureSummary = ReturnType<typeof summarize>;

type Counted = Pick<Setting, 'outcome' | 'category' | 'severity'>;

/** The outcomes of settings: in total, by category and by severity. */
export function summarize(settings: readonly Counted[]) {
  const failed = settings.filter(({ outcome }) => outcome === 'failed');
  const categories = Map.groupBy(settings, ({ category }) => category);
  const rated = Map.groupBy(settings, ({ severity }) => severity);
  return {
    total: settings.length,
    counts: countsOf(settings),
    /** In the order of the service. */
    categories: [...categories].map(([name, rows]) => ({ name, counts: countsOf(rows) })),
    /** Worst first; only severities that occur. */
    severities: severities.flatMap((name) => {
      const rows = rated.get(name);
      return rows ? [{ name, counts: countsOf(rows) }] : [];
    }),
    /** The number of failed settings, by severity. */
    failures: countsBy(
      severities,
      failed.map(({ severity }) => severity),
    ),
  };
}

/** Worst first: by the number of critical failures, then of high ones, and so on. */
export function compareFailures({ failures: a }: PostureSummary, { failures: b }: PostureSummary): number {
  const differing = severities.find((name) => a[name] !== b[name]);
  return differing === undefined ? 0 : b[differing] - a[differing];
}

/** The share of passed settings among those that passed or failed, from 0 to 1; undefined without any. */
export function passedShare({ passed, failed }: Counts): number | undefined {
  return passed + failed === 0 ? undefined : passed / (passed + failed);
}

function countsOf(settings: readonly Counted[]): Counts {
  return countsBy(
    outcomes,
    settings.map(({ outcome }) => outcome),
  );
}

function countsBy<Key extends string>(
  keys: readonly Key[],
  values: readonly Key[],
): Readonly<Record<Key, number>> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
  values.forEach((value) => counts[value]++);
  return counts;
}
