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
}

type Counted = Pick<Setting, 'outcome' | 'category' | 'severity'>;

export function summarize(settings: readonly Counted[]): PostureSummary {
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
  };
}

/** The number of failed settings, by severity. */
export function failuresBySeverity(settings: readonly Counted[]): Readonly<Record<Severity, number>> {
  const counts = Object.fromEntries(severities.map((name) => [name, 0])) as Record<Severity, number>;
  for (const { outcome, severity } of settings) {
    counts[severity] += outcome === 'failed' ? 1 : 0;
  }
  return counts;
}

/** Worst first: by the number of critical failures, then of high ones, and so on. */
export function compareFailures(
  a: Readonly<Record<Severity, number>>,
  b: Readonly<Record<Severity, number>>,
): number {
  const differing = severities.find((name) => a[name] !== b[name]);
  return differing === undefined ? 0 : b[differing] - a[differing];
}

/** The share of passed settings among those that passed or failed, from 0 to 1; undefined without any. */
export function passedShare({ passed, failed }: Counts): number | undefined {
  return passed + failed === 0 ? undefined : passed / (passed + failed);
}

function countsOf(settings: readonly Counted[]): Counts {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  for (const { outcome } of settings) {
    counts[outcome]++;
  }
  return counts;
}
