import type { JsonObject } from '../../json/json.ts';
import { checksOf } from '../../order/effect/complianceChange.ts';
import { isUnderstood } from '../../order/effect/uncompared.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { boundWords, isMet, readBound } from './bound.ts';
import type { Clause, ApplyingRule } from './expectation.ts';

/**
 * The actions of a rule for a check, weakest first. The console ignores a check that the rule does not
 * contain.
 */
export const checkWords: readonly string[] = ['ignore', 'alert', 'block'];

/** `checks: { 41: at least alert }`. */
export function checkClause(kind: PolicyKind, id: string, written: string): Clause {
  const bound = readBound(written);
  const levelIn = (applying: ApplyingRule): number =>
    isKnown(kind, applying) ? (levels(kind, applying).get(id) ?? 0) : Number.NaN;
  return {
    words: `check ${id}: ${boundWords(bound)}`,
    meets: (applying) => isMet(bound, levelIn(applying), checkWords.indexOf(bound.word)),
    is: (applying) => {
      const word = checkWords[levelIn(applying)];
      return word && `check ${id}: ${word}`;
    },
  };
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
