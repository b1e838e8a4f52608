import { l10n } from '../util/l10n.ts';
import { outcomeLabel, outcomes, severities, type Outcome, type Severity, summarize } from './setting.ts';
import type { PostureSnapshot, SnapshotApplication, SnapshotSetting } from './snapshot.ts';

type ChangeKind = 'worse' | 'better' | 'new' | 'gone' | 'changed';
const changeKinds: readonly ChangeKind[] = ['worse', 'better', 'new', 'gone', 'changed'];

interface ChangeGroup {
  readonly title: string;
  readonly changes: readonly PostureChange[];
}

/** Changes of each kind, the worst kind first. */
export function changeGroups({ changes }: PostureComparison): readonly ChangeGroup[] {
  const titles: Readonly<Record<ChangeKind, string>> = {
    worse: l10n.t('Worse'),
    better: l10n.t('Better'),
    new: l10n.t('New'),
    gone: l10n.t('Gone'),
    changed: l10n.t('Changed otherwise'),
  };
  return changeKinds.map((kind) => ({
    title: titles[kind],
    changes: changes.filter((change) => change.kind === kind),
  }));
}

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

export type PostureComparison = ReturnType<typeof compareSnapshots>;

export function compareSnapshots(before: PostureSnapshot, after: PostureSnapshot) {
  const changes: PostureChange[] = [];
  const unread: string[] = [];
  const compared: Pair<SnapshotSetting>[] = [];
  let unchanged = 0;
  for (const pair of pairsOf(before.applications, after.applications)) {
    const { was: old, is: now, last: application } = pair;
    changes.push(...applicationChange(pair));
    if (old && now && (old.problem ?? now.problem) !== undefined) {
      unread.push(application.name);
      continue;
    }
    for (const settings of pairsOf(old?.settings ?? [], now?.settings ?? [])) {
      compared.push(settings);
      const kind = kindOf(settings);
      if (kind === undefined) {
        unchanged++;
      } else {
        changes.push(settingChange(kind, application, settings));
      }
    }
  }
  return {
    /** Sorted by kind as in `changeKinds`, then the worst first. */
    changes: changes.toSorted(order),
    /** The number of settings without a change. */
    unchanged,
    /** The names of applications that are not compared, because one snapshot lacks their settings. */
    unread,
    /** A row for each outcome, then one for the failures of each severity. */
    totals: totalsOf(
      compared.flatMap(({ was }) => was ?? []),
      compared.flatMap(({ is }) => is ?? []),
    ),
  };
}

/** An application or a setting in both snapshots. */
interface Pair<T> {
  readonly was: T | undefined;
  readonly is: T | undefined;
  /** The later of the two. */
  readonly last: T;
}

/** Pairs items by their id. Several items with the same id are paired in their order. */
function pairsOf<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
): readonly Pair<T>[] {
  const [olds, news] = [before, after].map((all) => Map.groupBy(all, ({ id }) => id));
  const ids = new Set([...after, ...before].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [was, is] = [olds?.get(id) ?? [], news?.get(id) ?? []];
    const [longer] = [is, was].toSorted((a, b) => b.length - a.length);
    return (longer ?? []).map((item, at) => ({ was: was[at], is: is[at], last: is[at] ?? item }));
  });
}

/** The numbers of the compared settings with an outcome (and severity), before and after. */
function totalsOf(before: readonly SnapshotSetting[], after: readonly SnapshotSetting[]) {
  const [was, is] = [summarize(before), summarize(after)];
  const ofOutcomes = outcomes.map((outcome): PostureTotal => ({
    outcome,
    before: was.counts[outcome],
    after: is.counts[outcome],
  }));
  const ofSeverities = severities.map((severity): PostureTotal => ({
    outcome: 'failed',
    severity,
    before: was.failures[severity],
    after: is.failures[severity],
  }));
  return [...ofOutcomes, ...ofSeverities.filter((total) => total.before + total.after > 0)];
}

interface PostureTotal {
  readonly outcome: Outcome;
  readonly severity?: Severity;
  readonly before: number;
  readonly after: number;
}

/**
 * The kind of a change; undefined for no change. A new failure is worse, also of a new setting. An unknown or
 * unmonitored outcome is worse than `passed`; compared with `failed`, it is neither better nor worse.
 */
function kindOf({ was, is }: Pair<SnapshotSetting>): ChangeKind | undefined {
  if (!was || !is) {
    return was ? 'gone' : is?.outcome === 'failed' ? 'worse' : 'new';
  }
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

/** A severity is `unrated` when the catalog could not be read. Such a difference does not count. */
function hasOtherSeverity(was: SnapshotSetting, is: SnapshotSetting): boolean {
  return was.severity !== is.severity && was.severity !== 'unrated' && is.severity !== 'unrated';
}

/** An application that is new or gone, or has another health. */
function applicationChange({ was: old, is: now, last }: Pair<SnapshotApplication>): readonly PostureChange[] {
  const { id, name } = last;
  const change = { applicationId: id, application: name };
  if (!old || !now) {
    return [{ kind: old ? 'gone' : 'new', ...change }];
  }
  const words = ({ health, status }: SnapshotApplication): string =>
    [health, status].filter(Boolean).join(', ');
  const isUp = ({ health }: SnapshotApplication): boolean => health === 'Up';
  const [before, after] = [words(old), words(now)];
  const kind = isUp(old) === isUp(now) ? 'changed' : isUp(now) ? 'better' : 'worse';
  return before === after ? [] : [{ kind, ...change, before, after }];
}

function settingChange(
  kind: ChangeKind,
  { id, name }: SnapshotApplication,
  { was, is, last }: Pair<SnapshotSetting>,
): PostureChange {
  const { name: setting, category, severity } = last;
  const isRerated = was && is && hasOtherSeverity(was, is);
  const describe = (state: SnapshotSetting): string =>
    isRerated ? `${stateOf(state)}, ${state.severity}` : stateOf(state);
  return {
    kind,
    applicationId: id,
    application: name,
    setting,
    category,
    severity,
    ...(was && { before: describe(was) }),
    ...(is && { after: describe(is) }),
  };
}

function stateOf({ outcome, current }: SnapshotSetting): string {
  const name = outcomeLabel(outcome);
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
