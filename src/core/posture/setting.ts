import type { JsonObject, JsonValue } from '../json/json.ts';
import { defined, type EveryField } from '../util/defined.ts';
import { l10n } from '../util/l10n.ts';
import { flagAt, rowsOf, textAt } from './tolerant.ts';

export type Outcome = 'failed' | 'passed' | 'unmonitored' | 'unknown';
export const outcomes: readonly Outcome[] = ['failed', 'passed', 'unmonitored', 'unknown'];

export function outcomeLabel(outcome: Outcome): string {
  const words: Readonly<Record<Outcome, string>> = {
    failed: l10n.t('failed'),
    passed: l10n.t('passed'),
    unmonitored: l10n.t('not monitored'),
    unknown: l10n.t('no known outcome'),
  };
  return words[outcome];
}

export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'unrated';
/** Worst first. */
export const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'unrated'];
/** The words of services for severities, lowest first. */
export const severityOrder = [
  'unrated',
  'none',
  'informational',
  'info',
  'low',
  'moderate',
  'medium',
  'important',
  'high',
  'critical',
];

/**
 * A setting of an application with the outcome of the last scan, or its definition in the catalog without an
 * outcome.
 */
export interface Setting {
  /** Stable for the same setting of the same application. */
  readonly id: string;
  /** The id of its definition in the catalog. */
  readonly definition?: string;
  readonly name: string;
  readonly category: string;
  readonly outcome: Outcome;
  /** The word of the service. */
  readonly status?: string;
  readonly severity: Severity;
  readonly current?: string;
  readonly recommended?: string;
  readonly operator?: string;
  readonly description?: string;
  readonly steps?: string;
  readonly control?: string;
  readonly consoleUrl?: string;
  readonly tickets: readonly Ticket[];
  readonly raw: JsonObject;
}

export interface Ticket {
  readonly key: string;
  readonly integration?: string;
  readonly ticketing: string;
  readonly url?: string;
  readonly summary?: string;
  readonly raw: JsonObject;
}

/**
 * Reads scanned settings. `severities` come from the definitions of the catalog, because scanned settings may
 * lack them.
 */
export function readSettings(
  value: JsonValue,
  severities: ReadonlyMap<string, Severity> = new Map(),
): readonly Setting[] {
  const seen = new Map<string, number>();
  return rowsOf(value).map((row, index) => {
    const definition = textAt(row, 'config_id');
    const base = textAt(row, 'id', 'config_id', 'name', 'native_name') ?? `#${index + 1}`;
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    const own = severityFrom(textAt(row, 'severity'));
    const status = textAt(row, 'status');
    return defined({
      // A repeated id gets a number.
      id: count === 0 ? base : `${base} (${count + 1})`,
      definition,
      name: textAt(row, 'name', 'native_name', 'config_id', 'id') ?? `#${index + 1}`,
      category: textAt(row, 'category', 'native_category') ?? '',
      outcome: outcomeFrom(status, flagAt(row, 'monitored')),
      status,
      severity: own === 'unrated' && definition !== undefined ? (severities.get(definition) ?? own) : own,
      current: textAt(row, 'current_value'),
      recommended: textAt(row, 'recommended_value') ?? recommendedInDefinition(row),
      operator: textAt(row, 'operator_display_value') ?? operatorInDefinition(row),
      description: textAt(row, 'description'),
      steps: textAt(row, 'remediation_steps'),
      control: textAt(row, 'common_control_id', 'common_control'),
      consoleUrl: textAt(row, 'console_url'),
      tickets: rowsOf(row.get('tickets')).flatMap((ticket) => readTicket(ticket) ?? []),
      raw: row,
    } satisfies EveryField<Setting>);
  });
}

/** Severities of the definitions of a catalog entry, by id. */
export function severitiesIn(definitions: JsonValue | undefined): ReadonlyMap<string, Severity> {
  return new Map(
    rowsOf(definitions).flatMap((row) => {
      const id = textAt(row, 'id');
      return id === undefined ? [] : [[id, severityFrom(textAt(row, 'severity'))] as const];
    }),
  );
}

/** Failed settings, the worst first, then by category and name. */
export function failuresOf(settings: readonly Setting[]): readonly Setting[] {
  return settings
    .filter(({ outcome }) => outcome === 'failed')
    .toSorted(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        a.category.localeCompare(b.category) ||
        a.name.localeCompare(b.name),
    );
}

/** The status is free text. A setting that is not monitored has no outcome, whatever its status. */
function outcomeFrom(status: string | undefined, monitored: boolean | undefined): Outcome {
  const words = (status ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
  if (monitored === false || /\b(?:not|un) ?monitored\b|^(?:ignored|disabled|skipped)$/.test(words)) {
    return 'unmonitored';
  }
  if (
    /fail|viola|\b(?:non|not) ?(?:compliant|passed|ok|secure)|insecure|misconfig|at risk|^(?:bad|red|no|false)$/.test(
      words,
    )
  ) {
    return 'failed';
  }
  return /pass|complian|\bsecure\b|success|^(?:ok|good|green|yes|true|resolved|fixed)$/.test(words)
    ? 'passed'
    : 'unknown';
}

const knownSeverities: ReadonlyMap<string, Severity> = new Map([
  ['critical', 'critical'],
  ['high', 'high'],
  ['important', 'high'],
  ['medium', 'medium'],
  ['moderate', 'medium'],
  ['low', 'low'],
  ['info', 'low'],
  ['informational', 'low'],
]);

function severityFrom(text: string | undefined): Severity {
  return knownSeverities.get((text ?? '').trim().toLowerCase()) ?? 'unrated';
}

function readTicket(row: JsonObject): Ticket | undefined {
  const key = textAt(row, 'ticketKey', 'ticket_key', 'key');
  return key === undefined
    ? undefined
    : defined({
        key,
        ticketing: textAt(row, 'type') ?? 'JIRA_TICKETING',
        integration: textAt(row, 'integrationId', 'integration_id'),
        url: textAt(row, 'ticketUrl', 'ticket_url'),
        summary: textAt(row, 'summary'),
        raw: row,
      } satisfies EveryField<Ticket>);
}

/** A definition of the catalog has the recommended value in other fields than a scanned setting. */
function recommendedInDefinition(row: JsonObject): string | undefined {
  const remediation = row.get('remediation');
  const operator = row.get('operator');
  return (
    (remediation instanceof Map ? textAt(remediation, 'remediation_value') : undefined) ??
    (operator instanceof Map ? textAt(operator, 'displayValue') : undefined)
  );
}

function operatorInDefinition(row: JsonObject): string | undefined {
  const operator = row.get('operator');
  return operator instanceof Map ? textAt(operator, 'operator') : textAt(row, 'operator');
}

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
