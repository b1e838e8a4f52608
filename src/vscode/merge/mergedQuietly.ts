import { l10n } from '../../core/util/l10n.ts';
import type { JsonObject } from '../../core/json/json.ts';
import type { Blame } from '../../core/policy/blame.ts';
import type { MergeChoice } from '../../core/policy/merge/mergeConflict.ts';
import { changesByRule, isWritten, type LiveChange } from '../../core/policy/ruleMark.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { ruleName } from '../../core/policy/ruleMatch.ts';
import { liveChangeWords } from '../workspace/ruleChangeWords.ts';
import type { MergeSession } from './mergeSession.ts';

/** Rules that are listed of each side. */
const MAX_RULES = 8;

export type BlameOf = (place: { readonly array?: string; readonly rule?: string }) => Blame | undefined;

/** A change of a rule; the policy-level fields have no rule. */
type NamedChange = Omit<LiveChange, 'by' | 'rule'> & { readonly rule?: string };

/**
 * Lists the changes of either side that the merge takes without a question. Choices do not change the list. Without a base, every
 * difference is a conflict, so the list is empty.
 */
export function mergedQuietly(session: MergeSession, blame: BlameOf): string[] {
  const {
    input: { base, mine, live },
    unchosen,
  } = session;
  if (!base) {
    return [];
  }
  const choices = unchosen.conflicts.flatMap(({ kind, id }): [string, MergeChoice][] =>
    kind === 'field' ? [[id, 'live']] : [],
  );
  const withLive = session.settle(new Map(choices));
  return [
    ...section(
      l10n.t('From the live policy, without a conflict:'),
      quietChanges(session, mine, unchosen.merged),
      blame,
      (more) => l10n.t('and {0} more: see Compare', more),
    ),
    ...section(
      l10n.t('From your file, without a conflict and not on the console:'),
      quietChanges(session, live, withLive.merged),
      () => undefined,
      (more) => l10n.t('and {0} more', more),
    ),
  ];
}

/** The changes from one side to the merge, without the changes that a conflict asks about. */
function quietChanges(
  { input: { kind }, unchosen }: MergeSession,
  side: JsonObject,
  merged: JsonObject,
): readonly NamedChange[] {
  const { steps } = diffPolicies(kind, side, merged);
  const orders = new Set<string>();
  const asked = new Set<string>();
  for (const conflict of unchosen.conflicts) {
    const { array = '', base, mine, live } = conflict;
    if (conflict.kind === 'order') {
      orders.add(array);
    } else if (conflict.kind === 'deleted') {
      [base, mine, live].forEach((rule) => asked.add(placeOf(array, ruleName(rule))));
    }
  }
  const ofRules = changesByRule(kind, steps).map(
    ({ array, rule, change: { moved, ...change } }): NamedChange => {
      const isAsked = [rule, change.renamedFrom ?? rule].some((name) => asked.has(placeOf(array, name)));
      return {
        array,
        rule,
        change: {
          ...(isAsked ? {} : change),
          ...(moved === undefined || orders.has(array) ? {} : { moved }),
        },
      };
    },
  );
  const outside: readonly NamedChange[] = [{ array: '', change: { changed: true } }];
  return [
    ...(steps.some((step) => step.kind === 'document') ? outside : []),
    ...ofRules.filter(({ change }) => Object.keys(change).length > 0),
  ];
}

function section(
  title: string,
  changes: readonly NamedChange[],
  blame: BlameOf,
  moreWords: (count: number) => string,
): string[] {
  const more = changes.length - MAX_RULES;
  return changes.length === 0
    ? []
    : [
        title,
        ...changes.slice(0, MAX_RULES).map((named) => `    ${changeWords(named, blame)}`),
        ...(more > 0 ? [`    ${moreWords(more)}`] : []),
      ];
}

function changeWords({ rule, ...named }: NamedChange, blame: BlameOf): string {
  if (rule === undefined) {
    return l10n.t('Policy-level fields changed');
  }
  const by = isWritten(named.change) ? blame({ ...named, rule }) : undefined;
  return liveChangeWords({ ...named, rule, ...(by ? { by } : {}) });
}

function placeOf(array: string, rule: string): string {
  return JSON.stringify([array, rule]);
}
