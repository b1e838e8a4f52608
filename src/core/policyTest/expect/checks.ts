import type { JsonObject } from '../../json/json.ts';
import { checksOf } from '../../order/effect/complianceChange.ts';
import { isUnderstood } from '../../order/effect/uncompared.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { boundClause, type ApplyingRule, type Clause } from './expectation.ts';

/**
 * The actions of a rule for a check, weakest first. The console ignores a check that the rule does not
 * contain.
 */
export const checkWords: readonly string[] = ['ignore', 'alert', 'block'];

/** `checks: { 41: at least alert }`. */
export function checkClause(kind: PolicyKind, id: string, written: string): Clause {
  const wordIn = (applying: ApplyingRule): string | undefined =>
    isKnown(kind, applying) ? checkWords[levels(kind, applying).get(id) ?? 0] : undefined;
  return boundClause(written, checkWords, (applying) => [wordIn(applying)], { part: `check ${id}` });
}

/** `blocks: never`: no check of the rule has this action. */
export function noCheck(kind: PolicyKind, verb: 'alerts' | 'blocks'): Clause {
  const level = verb === 'alerts' ? 1 : 2;
  return {
    words: `${verb} never`,
    meets: (applying) => {
      const all = [...levels(kind, applying).values()];
      return all.includes(level)
        ? false
        : all.some(Number.isNaN) || !isKnown(kind, applying)
          ? undefined
          : true;
    },
  };
}

const levelsByRule = new WeakMap<JsonObject, ReadonlyMap<string, number>>();

function isKnown(kind: PolicyKind, applying: ApplyingRule): boolean {
  return !applying || isUnderstood(kind, applying.rule);
}

function levels(kind: PolicyKind, applying: ApplyingRule): ReadonlyMap<string, number> {
  if (!applying) {
    return new Map();
  }
  const ofRule = levelsByRule.get(applying.rule) ?? checksOf(kind, applying.rule);
  levelsByRule.set(applying.rule, ofRule);
  return ofRule;
}
