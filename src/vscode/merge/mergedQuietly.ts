import { firstLines } from '../../core/util/firstLines.ts';
import { firstOf } from '../../core/util/firstOf.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { JsonObject } from '../../core/json/json.ts';
import type { Blame } from '../../core/policy/blame.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { MergeChoice } from '../../core/policy/merge/mergeConflict.ts';
import { changesByRule, hasRecordedAuthor } from '../../core/policy/ruleMark.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { liveChangeWords } from '../workspace/ruleChangeWords.ts';
import type { MergeSession } from './mergeSession.ts';

/** Rules that are listed of each side. */
const MAX_RULES = 8;

export type BlameOf = (place: { readonly array?: string; readonly rule?: string }) => Blame | undefined;

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
      changeLines(kind, mine, withMine, blame),
      (more) => l10n.t('and {0} more: see Compare', more),
    ),
    ...section(
      l10n.t('Only in your file, without a conflict:'),
      changeLines(kind, live, withLive.merged, () => undefined),
      (more) => l10n.t('and {0} more', more),
    ),
  ];
}

function section(title: string, changes: readonly string[], moreWords: (count: number) => string): string[] {
  const lines = firstLines(changes, MAX_RULES, (change) => change, moreWords);
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `    ${line}`)];
}

/** The changes from one side to the merge. A rule can be in this list and in a conflict, so its line names the changed fields. */
function changeLines(kind: PolicyKind, side: JsonObject, merged: JsonObject, blame: BlameOf): string[] {
  const { steps } = diffPolicies(kind, side, merged);
  const rules = changesByRule(kind, steps).map((named) => {
    const by = hasRecordedAuthor(named.change) ? blame(named) : undefined;
    const words = liveChangeWords({ ...named, ...(by && { by }) });
    const fields = steps.flatMap((step) =>
      step.kind === 'change' && step.array === named.array && step.rule === named.rule
        ? step.fields.map(({ path }) => path)
        : [],
    );
    return fields.length === 0 ? words : l10n.t('{0}: {1}', words, firstOf(fields));
  });
  const isOutside = steps.some((step) => step.kind === 'document');
  return isOutside ? [l10n.t('Policy-level fields changed'), ...rules] : rules;
}
