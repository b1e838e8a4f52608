import type { JsonObject, JsonValue } from '../json/json.ts';
import { defined, type EveryField } from '../util/defined.ts';
import { l10n } from '../util/l10n.ts';
import { flagAt, rowsOf, firstText } from './tolerant.ts';

export type Outcome = 'failed' | 'passed' | 'unmonitored' | 'unknown';
export const outcomes: readonly Outcome[] = ['failed', 'passed', 'unmonitored', 'unknown'];

export function outcomeLabel(outcome: Outcome): string {
  const words: Readonly<Record<Outcome, string>> = {
    failed: l10n.t('failed'),
    passed: l10n.t('passed'),
    unmonitored: l10n.t('not monitored'),
    unknown: l10n.t('unknown'),
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

/** The facts of a setting in tables and snapshots. */
export interface SettingFacts {
  /** Stable for the same setting of the same application. */
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly outcome: Outcome;
  readonly severity: Severity;
  readonly current?: string;
  readonly recommended?: string;
  readonly operator?: string;
  readonly control?: string;
}

/**
 * A setting of an application with the outcome of the last scan, or its definition in the catalog without an
 * outcome.
 */
export interface Setting extends SettingFacts {
  /** The word of the service. */
  readonly status?: string;
  readonly description?: string;
  readonly steps?: string;
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
  severities?: ReadonlyMap<string, Severity>,
): readonly Setting[] {
  const factsOf = factsReader(severities);
  return rowsOf(value).map((raw) => {
    const more = {
      status: firstText(raw, 'status'),
      description: firstText(raw, 'description'),
      steps: firstText(raw, 'remediation_steps'),
      consoleUrl: firstText(raw, 'console_url'),
      tickets: readTickets(raw),
      raw,
    } satisfies EveryField<Omit<Setting, keyof SettingFacts>>;
    return defined({ ...factsOf(raw), ...more });
  });
}

/** Returns a function that reads the facts of each row of one answer, in order. */
export function factsReader(severities: ReadonlyMap<string, Severity> = new Map()) {
  const counts = new Map<string, number>();
  const outcomesByStatus = new Map<string, Outcome>();
  let place = 0;

  function idOf(row: JsonObject): string {
    const base = firstText(row, 'id', 'config_id', 'name', 'native_name') ?? `#${place}`;
    const count = counts.get(base) ?? 0;
    counts.set(base, count + 1);
    // A repeated id gets a number.
    return count === 0 ? base : `${base} (${count + 1})`;
  }

  function outcomeOf(row: JsonObject): Outcome {
    // A setting that is not monitored has no outcome, whatever its status.
    if (flagAt(row, 'monitored') === false) {
      return 'unmonitored';
    }
    const status = firstText(row, 'status') ?? '';
    const outcome = outcomesByStatus.get(status) ?? outcomeFrom(status);
    outcomesByStatus.set(status, outcome);
    return outcome;
  }

  function severityOf(row: JsonObject): Severity {
    const own = severityFrom(firstText(row, 'severity'));
    return own === 'unrated' ? (severities.get(firstText(row, 'config_id') ?? '') ?? own) : own;
  }

  return (row: JsonObject) => {
    place++;
    return {
      id: idOf(row),
      name: firstText(row, 'name', 'native_name', 'config_id', 'id') ?? `#${place}`,
      category: firstText(row, 'category', 'native_category') ?? '',
      outcome: outcomeOf(row),
      severity: severityOf(row),
      current: firstText(row, 'current_value'),
      recommended: firstText(row, 'recommended_value') ?? recommendedInDefinition(row),
      operator: firstText(row, 'operator_display_value') ?? operatorInDefinition(row),
      control: firstText(row, 'common_control_id', 'common_control'),
    } satisfies EveryField<SettingFacts>;
  };
}

/** Severities of the definitions of a catalog entry, by id. */
export function severitiesIn(definitions: JsonValue | undefined): ReadonlyMap<string, Severity> {
  return new Map(
    rowsOf(definitions).flatMap((row) => {
      const id = firstText(row, 'id');
      return id === undefined ? [] : [[id, severityFrom(firstText(row, 'severity'))] as const];
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

/** The status is free text. */
function outcomeFrom(status: string): Outcome {
  const words = status
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
  if (/\b(?:not|un) ?monitored\b|^(?:ignored|disabled|skipped)$/.test(words)) {
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

export function readTickets(setting: JsonObject): readonly Ticket[] {
  return rowsOf(setting.get('tickets')).flatMap((row) => readTicket(row) ?? []);
}

function readTicket(row: JsonObject): Ticket | undefined {
  const key = firstText(row, 'ticketKey', 'ticket_key', 'key');
  return key === undefined
    ? undefined
    : defined({
        key,
        ticketing: firstText(row, 'type') ?? 'JIRA_TICKETING',
        integration: firstText(row, 'integrationId', 'integration_id'),
        url: firstText(row, 'ticketUrl', 'ticket_url'),
        summary: firstText(row, 'summary'),
        raw: row,
      } satisfies EveryField<Ticket>);
}

/** A definition of the catalog has the recommended value in other fields than a scanned setting. */
function recommendedInDefinition(row: JsonObject): string | undefined {
  const remediation = row.get('remediation');
  const operator = row.get('operator');
  return (
    (remediation instanceof Map ? firstText(remediation, 'remediation_value') : undefined) ??
    (operator instanceof Map ? firstText(operator, 'displayValue') : undefined)
  );
}

function operatorInDefinition(row: JsonObject): string | undefined {
  const operator = row.get('operator');
  return operator instanceof Map ? firstText(operator, 'operator') : firstText(row, 'operator');
}

export type Counts = Readonly<Record<Outcome, number>>;

export type PostureSummary = ReturnType<typeof summarize>;

type Counted = Pick<Setting, 'outcome' | 'category' | 'severity'>;

/** The outcomes of settings: in total, by category and by severity. */
export function summarize(settings: readonly Counted[]) {
  const counts = noCounts();
  const categories = new Map<string, Tally>();
  const rated = new Map<Severity, Tally>();
  for (const { outcome, category, severity } of settings) {
    counts[outcome]++;
    tallyOf(categories, category)[outcome]++;
    tallyOf(rated, severity)[outcome]++;
  }
  return {
    total: settings.length,
    counts,
    /** In the order of the service. */
    categories: [...categories].map(([name, counts]) => ({ name, counts })),
    /** Worst first; only severities that occur. */
    severities: severities.flatMap((name) => {
      const counts = rated.get(name);
      return counts ? [{ name, counts }] : [];
    }),
    /** The number of failed settings, by severity. */
    failures: Object.fromEntries(severities.map((name) => [name, rated.get(name)?.failed ?? 0])) as Readonly<
      Record<Severity, number>
    >,
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

type Tally = Record<Outcome, number>;

const noCounts = (): Tally => ({ failed: 0, passed: 0, unmonitored: 0, unknown: 0 });

function tallyOf<Key>(tallies: Map<Key, Tally>, key: Key): Tally {
  const tally = tallies.get(key) ?? noCounts();
  tallies.set(key, tally);
  return tally;
}
