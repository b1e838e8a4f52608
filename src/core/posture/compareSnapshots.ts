import { outcomeWords, outcomes, severities, type Outcome, type Severity } from './setting.ts';
import { failuresBySeverity, summarize } from './summary.ts';
import type { PostureSnapshot, SnapshotApplication, SnapshotSetting } from './snapshot.ts';

export type ChangeKind = 'worse' | 'better' | 'new' | 'gone' | 'changed';
/** In the order they are told. */
export const changeKinds: readonly ChangeKind[] = ['worse', 'better', 'new', 'gone', 'changed'];

/**
 * A difference between two snapshots. Without `setting` the whole application is meant. `worse` and `better` are about
 * outcomes (and health); `changed` is another value or severity, or an outcome that cannot be called better or worse.
 */
export interface PostureChange {
  readonly kind: ChangeKind;
  readonly applicationId: string;
  readonly application: string;
  readonly setting?: string;
  readonly category?: string;
  readonly severity?: Severity;
  readonly before?: string;
  readonly after?: string;
}

export interface PostureComparison {
  /** Sorted by kind as in `changeKinds`, then the worst first. */
  readonly changes: readonly PostureChange[];
  /** Settings that are as they were. */
  readonly unchanged: number;
  /** Every outcome, then what failed by severity. */
  readonly totals: readonly PostureTotal[];
  /** Names of applications whose settings could not be read in one of the two: nothing is said about them. */
  readonly unread: readonly string[];
}

/** How many of the compared settings have an outcome (and severity) before and after. */
export interface PostureTotal {
  readonly outcome: Outcome;
  readonly severity?: Severity;
  readonly before: number;
  readonly after: number;
}

export function compareSnapshots(before: PostureSnapshot, after: PostureSnapshot): PostureComparison {
  const olds = byId(before.applications);
  const news = byId(after.applications);
  const changes: PostureChange[] = [];
  const unread: string[] = [];
  const compared: { readonly before: SnapshotSetting[]; readonly after: SnapshotSetting[] } = {
    before: [],
    after: [],
  };
  let unchanged = 0;
  for (const [id, application] of news) {
    const old = olds.get(id);
    if (!old) {
      changes.push(applicationChange('new', application, {}));
      changes.push(...settingChanges({ ...application, settings: [] }, application).changes);
      compared.after.push(...application.settings);
      continue;
    }
    changes.push(...healthChange(old, application));
    if (old.problem !== undefined || application.problem !== undefined) {
      unread.push(application.name);
      continue;
    }
    const found = settingChanges(old, application);
    changes.push(...found.changes);
    compared.before.push(...old.settings);
    compared.after.push(...application.settings);
    unchanged += found.unchanged;
  }
  for (const [id, old] of olds) {
    if (!news.has(id)) {
      changes.push(applicationChange('gone', old, {}));
      changes.push(...settingChanges(old, { ...old, settings: [] }).changes);
      compared.before.push(...old.settings);
    }
  }
  return {
    changes: changes.toSorted(order),
    unchanged,
    unread,
    totals: totalsOf(compared.before, compared.after),
  };
}

function totalsOf(
  before: readonly SnapshotSetting[],
  after: readonly SnapshotSetting[],
): readonly PostureTotal[] {
  const [was, is] = [summarize(before).counts, summarize(after).counts];
  const [failed, fails] = [failuresBySeverity(before), failuresBySeverity(after)];
  return [
    ...outcomes.map((outcome) => ({ outcome, before: was[outcome], after: is[outcome] })),
    ...severities
      .filter((severity) => failed[severity] + fails[severity] > 0)
      .map((severity) => ({
        outcome: 'failed' as const,
        severity,
        before: failed[severity],
        after: fails[severity],
      })),
  ];
}

function settingChanges(
  old: SnapshotApplication,
  application: SnapshotApplication,
): { readonly changes: readonly PostureChange[]; readonly unchanged: number } {
  const olds = byId(old.settings);
  const news = byId(application.settings);
  const changes: PostureChange[] = [];
  let unchanged = 0;
  for (const [id, setting] of news) {
    const was = olds.get(id);
    if (!was) {
      // A failure that was not there before is worse, whether the setting is new or not.
      const kind = setting.outcome === 'failed' ? 'worse' : 'new';
      changes.push(settingChange(kind, application, setting, { after: stateOf(setting) }));
      continue;
    }
    const kind = kindOf(was, setting);
    if (kind === undefined) {
      unchanged++;
    } else {
      const isRerated = hasOtherSeverity(was, setting);
      const told = (one: SnapshotSetting): string =>
        isRerated ? `${stateOf(one)}, ${one.severity}` : stateOf(one);
      changes.push(settingChange(kind, application, setting, { before: told(was), after: told(setting) }));
    }
  }
  for (const [id, was] of olds) {
    if (!news.has(id)) {
      changes.push(settingChange('gone', application, was, { before: stateOf(was) }));
    }
  }
  return { changes, unchanged };
}

/** Failing is worst; whether an unknown or unmonitored setting is better than another cannot be said. */
function kindOf(was: SnapshotSetting, is: SnapshotSetting): ChangeKind | undefined {
  if (was.outcome === is.outcome) {
    const isSame = was.current === is.current && was.recommended === is.recommended;
    return isSame && !hasOtherSeverity(was, is) ? undefined : 'changed';
  }
  const judged: readonly Outcome[] = ['passed', 'failed'];
  if (judged.includes(is.outcome) && (judged.includes(was.outcome) || is.outcome === 'failed')) {
    return is.outcome === 'failed' ? 'worse' : 'better';
  }
  return was.outcome === 'passed' ? 'worse' : 'changed';
}

/** Where the catalog could not be read nothing has one. */
function hasOtherSeverity(was: SnapshotSetting, is: SnapshotSetting): boolean {
  return was.severity !== is.severity && was.severity !== 'unrated' && is.severity !== 'unrated';
}

function healthChange(old: SnapshotApplication, application: SnapshotApplication): readonly PostureChange[] {
  const before = [old.health, old.status].filter(Boolean).join(', ');
  const after = [application.health, application.status].filter(Boolean).join(', ');
  if (before === after) {
    return [];
  }
  const up = (health: string | undefined): boolean => health === 'Up';
  const kind =
    up(old.health) === up(application.health) ? 'changed' : up(application.health) ? 'better' : 'worse';
  return [applicationChange(kind, application, { before, after })];
}

function applicationChange(
  kind: ChangeKind,
  { id, name }: SnapshotApplication,
  states: { readonly before?: string; readonly after?: string },
): PostureChange {
  return { kind, applicationId: id, application: name, ...states };
}

function settingChange(
  kind: ChangeKind,
  { id, name }: SnapshotApplication,
  setting: SnapshotSetting,
  states: { readonly before?: string; readonly after?: string },
): PostureChange {
  return {
    kind,
    applicationId: id,
    application: name,
    setting: setting.name,
    category: setting.category,
    severity: setting.severity,
    ...states,
  };
}

function stateOf({ outcome, current }: SnapshotSetting): string {
  const name = outcomeWords(outcome);
  return current === undefined ? name : `${name} (${current})`;
}

function order(a: PostureChange, b: PostureChange): number {
  const rank = ({ severity }: PostureChange): number => (severity ? severities.indexOf(severity) : -1);
  return (
    changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind) ||
    rank(a) - rank(b) ||
    a.application.localeCompare(b.application) ||
    (a.setting ?? '').localeCompare(b.setting ?? '')
  );
}

/** Where several have the same id, each of them counts: the first of the one is compared with the first of the other. */
function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  const all = new Map<string, T>();
  const counts = new Map<string, number>();
  for (const item of items) {
    const count = (counts.get(item.id) ?? 0) + 1;
    counts.set(item.id, count);
    all.set(JSON.stringify([item.id, count]), item);
  }
  return all;
}
