import { stringAt } from '../../json/json.ts';
import { isUnderstood } from '../../order/effect/uncompared.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { boundWords, isMet, readBound } from './bound.ts';
import type { Clause, ApplyingRule } from './expectation.ts';

/** The actions of a network rule, weakest first. Where no rule applies, the connection is allowed. */
export const connectionWords: readonly string[] = ['allow', 'alert', 'prevent'];

/** `effect: at least alert`. */
export function connectionClause(kind: PolicyKind, written: string): Clause {
  const bound = readBound(written);
  return {
    words: boundWords(bound),
    meets: (applying) => isMet(bound, levelOf(kind, applying), connectionWords.indexOf(bound.word)),
  };
}

/** `allowed: true`: the connection succeeds, with or without an alert. */
export function allowedClause(kind: PolicyKind, isAllowed: boolean): Clause {
  return {
    words: isAllowed ? 'allowed' : 'not allowed',
    meets: (applying) => {
      const level = levelOf(kind, applying);
      return Number.isNaN(level) ? undefined : level < connectionWords.indexOf('prevent') === isAllowed;
    },
  };
}

/** NaN means unknown. */
function levelOf(kind: PolicyKind, applying: ApplyingRule): number {
  const at = connectionWords.indexOf(applying ? (stringAt(applying.rule, 'effect') ?? '') : 'allow');
  return at === -1 || (applying && !isUnderstood(kind, applying.rule)) ? Number.NaN : at;
}
