import { l10n } from '../../core/util/l10n.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { countBlocks, ruleBlocks } from '../../core/sync/reviewText.ts';
import type { MergeSession } from './mergeSession.ts';

/** Rules that are told in full; a diff editor shows all. */
const mostRules = 200;

/** What a merge changes in the file, told as a plan tells what a push changes: rule by rule, each member with both values. */
export function mergedChanges({ input, result }: MergeSession, console: string): string[] {
  const { kind, mine } = input;
  const { steps } = diffPolicies(kind, mine, result.merged);
  const blocks = ruleBlocks(
    { ref: { console, policy: kind.name }, steps, live: mine, next: result.merged },
    mostRules,
  );
  const more = countBlocks(steps) - mostRules;
  return [
    ...blocks.flatMap(({ lines }) => ['', ...lines]),
    ...(more > 0 ? ['', l10n.t('and {0} more: see Compare', more)] : []),
  ];
}
