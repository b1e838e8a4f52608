import { stringAt } from '../../json/json.ts';
import { isUnderstood } from '../../order/effect/uncompared.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { boundClause, type ApplyingRule, type Clause } from './expectation.ts';

/** The actions of a network rule, weakest first. Where no rule applies, the connection is allowed. */
export const connectionWords: readonly string[] = ['allow', 'alert', 'prevent'];

/** `effect: at least alert`. */
export function connectionClause(kind: PolicyKind, written: string): Clause {
  return boundClause(written, connectionWords, (applying) => [wordIn(kind, applying)]);
}

/** `allowed: true`: the connection succeeds, with or without an alert. */
export function allowedClause(kind: PolicyKind, isAllowed: boolean): Clause {
  return {
    words: isAllowed ? 'allowed' : 'not allowed',
    meets: (applying) => {
      const word = wordIn(kind, applying);
      return word === undefined ? undefined : (word !== 'prevent') === isAllowed;
    },
  };
}

/** Undefined means unknown. */
function wordIn(kind: PolicyKind, applying: ApplyingRule): string | undefined {
  const effect = applying ? stringAt(applying.rule, 'effect') : 'allow';
  return applying && !isUnderstood(kind, applying.rule)
    ? undefined
    : connectionWords.find((word) => word === effect);
}
