import { outcomes, severities, type Outcome, type Setting, type Severity } from './setting.ts';

export type Counts = Readonly<Record<Outcome, number>>;

/** The outcomes of settings: in total, by category and by severity. */
export interface PostureSummary {
  readonly total: number;
  readonly counts: Counts;
  /** In the order of the service. */
  readonly categories: readonly { readonly name: string; readonly counts: Counts }[];
  /** Worst first; only severities that occur. */
  readonly severities: readonly { readonly name: Severity; readonly counts: Counts }[];
  /** The number of failed settings, by severity. */
  readonly failures: Readonly<Record<Severity, number>>;
}

type Counted = Pick<Setting, 'outcome' | 'category' | 'severity'>;

export function summarize(settings: readonly Counted[]): PostureSummary {
  const failed = settings.filter(({ outcome }) => outcome === 'failed');
  const categories = Map.groupBy(settings, ({ category }) => category);
  const rated = Map.groupBy(settings, ({ severity }) => severity);
  return {
    total: settings.length,
    counts: countsOf(settings),
    categories: [...categories].map(([name, rows]) => ({ name, counts: countsOf(rows) })),
    severities: severities.flatMap((name) => {
      const rows = rated.get(name);
      return rows ? [{ name, counts: countsOf(rows) }] : [];
    }),
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
