import { arrayAt, isJsonArray, isJsonObject, stringAt, type JsonObject } from '../../json/json.ts';
import { idleMembers } from '../../order/effect/effectText.ts';
import { thresholdsOf } from '../../order/effect/thresholds.ts';
import { isUnderstood } from '../../order/effect/understood.ts';
import { isEmpty } from '../../policy/canonical.ts';
import { canBlock, type PolicyKind } from '../../policy/families.ts';
import { boundWords, isMet, readBound, type Bound } from './bound.ts';
import type { Clause, Decided } from './expectation.ts';

/** From which severity on something happens, by word. The less it waits for, the stronger it is. */
const from: Readonly<Record<string, number>> = {
  never: Infinity,
  critical: 9,
  high: 7,
  medium: 4,
  low: 1,
  everything: 0,
};

export const severityWords = Object.keys(from);

const verbs = { alerts: 'alert', blocks: 'block' } as const;

export type SeverityVerb = keyof typeof verbs;

/**
 * `blocks: high`: the severity from which on, as the thresholds of the rule say it and those of its package types. Exceptions,
 * grace and what waits for a fix are aside; only where something is not to happen does an exception that does it count.
 */
export function severityClause(kind: PolicyKind, verb: SeverityVerb, written: string): Clause | undefined {
  const bound = readBound(written, severityWords);
  return (
    bound && {
      words: `${verb} ${severityPhrase(bound)}`,
      meets: (decided) => {
        const levels = decided ? thresholds(kind, decided.rule, verb) : [verb === 'alerts' ? 0 : Infinity];
        const wanted = from[bound.word] ?? Number.NaN;
        // Stronger is a lower severity.
        const met = levels.map((level) => isMet(bound, -level, -wanted));
        if (!decided) {
          return !met.includes(false);
        }
        const { rule } = decided;
        if (isUpperEnd(bound) && hasException(kind, rule, verb)) {
          return false;
        }
        if (!isUnderstood(kind, rule) || met.includes(undefined)) {
          return undefined;
        }
        return met.includes(false)
          ? false
          : isUpperEnd(bound) && !areSoundExceptions(rule)
            ? undefined
            : true;
      },
    }
  );
}

/** `ignores: never`: no vulnerability, and no tag, is let through by name. */
export function ignoresNothing(kind: PolicyKind): Clause {
  return {
    words: 'ignores nothing by name',
    meets: (decided: Decided) => {
      if (!decided) {
        return true;
      }
      const { rule } = decided;
      const isKnown = isUnderstood(kind, rule) && areSoundExceptions(rule);
      return exceptions(kind, rule).includes('ignore') ? false : isKnown ? true : undefined;
    },
  };
}

function severityPhrase(bound: Bound): string {
  const { how, word } = bound;
  if (word === 'never') {
    return how === 'at least' ? boundWords(bound) : 'never';
  }
  const start = word === 'everything' ? 'on everything' : `from ${word} on`;
  return how === 'exactly' ? start : how === 'at least' ? `at least ${start}` : `at most ${start}`;
}

function isUpperEnd({ how, word }: Bound): boolean {
  return how === 'at most' || (how === 'exactly' && word === 'never');
}

function thresholds(kind: PolicyKind, rule: JsonObject, verb: SeverityVerb): readonly number[] {
  const types = arrayAt(rule, 'pkgTypesThresholds').filter(isJsonObject);
  return [rule, ...types].map((one) => {
    const { alertFrom, blockFrom } = thresholdsOf(kind, one);
    return verb === 'alerts' ? alertFrom : blockFrom;
  });
}

function hasException(kind: PolicyKind, rule: JsonObject, verb: SeverityVerb): boolean {
  const found = exceptions(kind, rule);
  if (!canBlock(kind)) {
    // What is to be blocked is alerted on.
    return verb === 'alerts' && (found.includes('alert') || found.includes('block'));
  }
  return found.includes(verbs[verb]);
}

/** Words of all exceptions, expired ones too: a clock decides nothing here. */
function exceptions(kind: PolicyKind, rule: JsonObject): readonly (string | undefined)[] {
  const idle = idleMembers(kind);
  const lists = ['cveRules', 'tags', 'riskFactorsEffects'].filter((key) => !idle.has(key));
  return lists.flatMap((key) =>
    arrayAt(rule, key)
      .filter(isJsonObject)
      .map((one) => stringAt(one, 'effect')),
  );
}

/** Whether each exception has one of the known words. */
function areSoundExceptions(rule: JsonObject): boolean {
  return ['cveRules', 'tags', 'riskFactorsEffects'].every((key) => {
    const list = rule.get(key);
    return (
      isEmpty(list, undefined) ||
      (isJsonArray(list) &&
        list.every((one) => {
          const effect = isJsonObject(one) ? one.get('effect') : undefined;
          return effect === 'ignore' || effect === 'alert' || effect === 'block';
        }))
    );
  });
}
