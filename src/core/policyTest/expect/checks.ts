import type { JsonObject } from '../../json/json.ts';
import { checksOf } from '../../order/effect/complianceChange.ts';
import { isUnderstood } from '../../order/effect/understood.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { boundWords, isMet, readBound } from './bound.ts';
import type { Clause, Decided } from './expectation.ts';

/**
 * The actions of a rule for a check, weakest first. The console ignores a check that the rule does not
 * contain.
 */
export const checkWords = ['ignore', 'alert', 'block'] as const;

/** `checks: { 41: at least alert }`. */
export function checkClause(kind: PolicyKind, id: string, written: string): Clause | undefined {
  const bound = readBound(written, checkWords);
  const levelIn = (decided: Decided): number =>
    isKnown(kind, decided) ? (levels(kind, decided).get(id) ?? 0) : Number.NaN;
  return (
    bound && {
      words: `check ${id}: ${boundWords(bound)}`,
      meets: (decided) =>
        isMet(bound, levelIn(decided), (checkWords as readonly string[]).indexOf(bound.word)),
      is: (decided) => {
        const word = checkWords[levelIn(decided)];
        return word && `check ${id}: ${word}`;
      },
    }
  );
}

/** `blocks: never`: no check of the rule has this action. */
export function noCheck(kind: PolicyKind, verb: 'alerts' | 'blocks'): Clause {
  const level = verb === 'alerts' ? 1 : 2;
  return {
    words: `${verb} never`,
    meets: (decided) => {
      const all = [...levels(kind, decided).values()];
      return all.includes(level)
        ? false
        : all.some(Number.isNaN) || !isKnown(kind, decided)
          ? undefined
          : true;
    },
  };
}

const known = new WeakMap<JsonObject, ReadonlyMap<string, number>>();

function isKnown(kind: PolicyKind, decided: Decided): boolean {
  return !decided || isUnderstood(kind, decided.rule);
}

function levels(kind: PolicyKind, decided: Decided): ReadonlyMap<string, number> {
  if (!decided) {
    return new Map();
  }
  const found = known.get(decided.rule) ?? checksOf(kind, decided.rule);
  known.set(decided.rule, found);
  return found;
}
