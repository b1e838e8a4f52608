import { isJsonArray, isJsonObject, stringAt, type JsonObject } from '../../json/json.ts';
import { idleMembers } from '../../order/effect/effectText.ts';
import { allThresholds } from '../../order/effect/thresholds.ts';
import { severityLevels } from '../../policy/severities.ts';
import { isUnderstood } from '../../order/effect/uncompared.ts';
import { isEmpty } from '../../policy/canonical.ts';
import { canBlock, familyTable, type PolicyKind } from '../../policy/families.ts';
import {
  boundWords,
  isMet,
  readBound,
  verbs,
  type ApplyingRule,
  type Bound,
  type Clause,
  type Verb,
} from './expectation.ts';

/** The lowest severity that triggers an action, by word. A lower severity is stronger. */
const from: Readonly<Record<string, number>> = {
  never: Infinity,
  ...severityLevels,
  everything: 0,
};

export const severityWords = Object.keys(from);

/** Returns the word for the lowest severity that triggers an action; undefined where no word names it. */
export function severityWord(level: number): string | undefined {
  return severityWords.find((word) => from[word] === level);
}

/**
 * `blocks: high`: the lowest severity in the thresholds of the rule and of its package types. Exceptions,
 * grace days and missing fixes do not count. Only an upper bound also counts exceptions that take the action.
 */
export function severityClause(kind: PolicyKind, verb: Verb, written: string): Clause {
  const bound = readBound(written);
  // A lower severity is stronger.
  const required = -(from[bound.word] ?? Number.NaN);
  return {
    words: `${verb} ${severityPhrase(bound)}`,
    meets: (applying) => {
      if (!applying) {
        return isMet(bound, verb === 'alerts' ? 0 : -Infinity, required);
      }
      const { rule } = applying;
      if (isUpperEnd(bound) && hasException(kind, rule, verb)) {
        return false;
      }
      const met = allThresholds(kind, rule).map(({ alertFrom, blockFrom }) =>
        isMet(bound, -(verb === 'alerts' ? alertFrom : blockFrom), required),
      );
      if (!isUnderstood(kind, rule) || met.includes(undefined)) {
        return undefined;
      }
      return met.includes(false) ? false : isUpperEnd(bound) && !areSoundExceptions(rule) ? undefined : true;
    },
  };
}

/** `ignores: never`: the rule ignores no vulnerability and no tag by name. */
export function ignoresNothing(kind: PolicyKind): Clause {
  return {
    words: 'ignores nothing by name',
    meets: (applying: ApplyingRule) => {
      if (!applying) {
        return true;
      }
      const { rule } = applying;
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
  const start = word === 'everything' ? 'on everything' : `from ${word}`;
  return how === 'exactly' ? start : `${start} or ${how === 'at least' ? 'stricter' : 'weaker'}`;
}

function isUpperEnd({ how, word }: Bound): boolean {
  return how === 'at most' || (how === 'exactly' && word === 'never');
}

function hasException(kind: PolicyKind, rule: JsonObject, verb: Verb): boolean {
  const words = exceptions(kind, rule);
  if (!canBlock(kind)) {
    // The console alerts instead where it cannot block.
    return verb === 'alerts' && (words.includes('alert') || words.includes('block'));
  }
  return words.includes(verbs[verb]);
}

/** Returns the words of the exceptions that count, including expired ones: a test result must not depend on the clock. */
function exceptions(kind: PolicyKind, rule: JsonObject): readonly (string | undefined)[] {
  const idle = idleMembers(kind);
  return wordsIn(
    rule,
    exceptionLists.filter((key) => !idle.has(key)),
  );
}

/** True when each exception has one of the known words. */
function areSoundExceptions(rule: JsonObject): boolean {
  const known: readonly (string | undefined)[] = familyTable.vulnerability.levels;
  return wordsIn(rule, exceptionLists).every((word) => known.includes(word));
}

const exceptionLists = ['cveRules', 'tags', 'riskFactorsEffects'];

/** Undefined for an exception, or a list, that cannot be read. */
function wordsIn(rule: JsonObject, lists: readonly string[]): readonly (string | undefined)[] {
  return lists.flatMap((key) => {
    const list = rule.get(key);
    if (isEmpty(list, undefined)) {
      return [];
    }
    return isJsonArray(list)
      ? list.map((exception) => (isJsonObject(exception) ? stringAt(exception, 'effect') : undefined))
      : [undefined];
  });
}
