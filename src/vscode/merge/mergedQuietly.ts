import { firstLines } from '../../core/util/firstLines.ts';
import { firstOf } from '../../core/util/firstOf.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { JsonObject } from '../../core/json/json.ts';
import type { Blame } from '../../core/policy/blame.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { MergeChoice } from '../../core/policy/merge/mergeConflict.ts';
import { changesByRule, hasRecordedAuthor, type LiveChange } from '../../core/policy/ruleMark.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { liveChangeWords } from '../workspace/ruleChangeWords.ts';
import type { MergeSession } from './mergeSession.ts';

/** Rules that are listed of each side. */
const MAX_RULES = 8;

export type BlameOf = (place: { readonly array?: string; readonly rule?: string }) => Blame | undefined;

/** A change of a rule; the policy-level fields have no rule. `fields` are the paths of its changed fields. */
type NamedChange = Omit<LiveChange, 'by' | 'rule'> & {
  readonly rule?: string;
  readonly fields?: readonly string[];
};

/**
 * Lists the changes of either side that the merge takes without a question: with one side in every conflict, the merge differs from
 * that side only by the changes of the other side. Choices do not change the list. Without a base, every difference is a conflict, so
 * the list is empty.
 */
export function mergedQuietly(session: MergeSession, blame: BlameOf): string[] {
  const { kind, base, mine, live } = session.input;
  const { unchosen } = session;
  if (!base) {
    return [];
  }
  // An unresolved conflict keeps mine.
  const withMine = unchosen.merged;
  const choices = new Map<string, MergeChoice>();
  let withLive = unchosen;
  // A rule that a choice brings back can bring a conflict of order.
  while (withLive.open.length > 0) {
    withLive.open.forEach(({ id }) => choices.set(id, 'live'));
    withLive = session.settle(choices);
  }
  return [
    ...section(
      l10n.t('From the live policy, without a conflict:'),
      changesFrom(kind, mine, withMine),
      blame,
      (more) => l10n.t('and {0} more: see Compare', more),
    ),
    ...section(
      l10n.t('Only in your file, without a conflict:'),
      changesFrom(kind, live, withLive.merged),
      () => undefined,
      (more) => l10n.t('and {0} more', more),
    ),
  ];
}

function changesFrom(kind: PolicyKind, side: JsonObject, merged: JsonObject): readonly NamedChange[] {
  const { steps } = diffPolicies(kind, side, merged);
  const outside: readonly NamedChange[] = [{ array: '', change: { changed: true } }];
  const fieldsOf = (array: string, rule: string): readonly string[] =>
    steps.flatMap((step) =>
      step.kind === 'change' && step.array === array && step.rule === rule
        ? step.fields.map(({ path }) => path)
        : [],
    );
  return [
    ...(steps.some((step) => step.kind === 'document') ? outside : []),
    ...changesByRule(kind, steps).map((named) => ({ ...named, fields: fieldsOf(named.array, named.rule) })),
  ];
}

function section(
  title: string,
  changes: readonly NamedChange[],
  blame: BlameOf,
  moreWords: (count: number) => string,
): string[] {
  const lines = firstLines(
    changes,
    MAX_RULES,
    (named) => `    ${changeWords(named, blame)}`,
    (more) => `    ${moreWords(more)}`,
  );
  return lines.length === 0 ? [] : [title, ...lines];
}

/** A rule can be in this list and in a conflict, so the line names the fields that changed. */
function changeWords({ rule, fields = [], ...named }: NamedChange, blame: BlameOf): string {
  if (rule === undefined) {
    return l10n.t('Policy-level fields changed');
  }
  const by = hasRecordedAuthor(named.change) ? blame({ ...named, rule }) : undefined;
  const words = liveChangeWords({ ...named, rule, ...(by ? { by } : {}) });
  return fields.length === 0 ? words : l10n.t('{0}: {1}', words, firstOf(fields));
}
