import { type JsonObject, stringAt } from '../../json/json.ts';
import { checksOf } from '../../order/effect/complianceChange.ts';
import { isUnderstood } from '../../order/effect/uncompared.ts';
import { familyTable, type PolicyKind } from '../../policy/families.ts';

/** The applying rule with its name, or undefined where no rule applies. */
export type ApplyingRule = { readonly name: string; readonly rule: JsonObject } | undefined;

/** One requirement for the applying rule. */
export interface Clause {
  /** The text for people: `blocks from high`. */
  readonly words: string;
  /** Undefined means unknown. */
  meets(applying: ApplyingRule): boolean | undefined;
  /** The actual value, for clauses about a part of the rule: `check 41: alert`. Undefined means unknown. */
  is?(applying: ApplyingRule): string | undefined;
}

export interface Expectation {
  readonly clauses: readonly Clause[];
  /** Names of expected and excluded rules: the policy must contain them. */
  readonly names: readonly string[];
}

export function expectationWords({ clauses }: Expectation): string {
  return clauses.map(({ words }) => words).join(', ');
}

/** One false answer makes the whole false; otherwise one unknown answer makes it unknown. */
export function allOf(answers: readonly (boolean | undefined)[]): boolean | undefined {
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
}

export function meetsAll({ clauses }: Expectation, applying: ApplyingRule): boolean | undefined {
  return allOf(clauses.map((clause) => clause.meets(applying)));
}

/** Returns the actual values of the unmet clauses; undefined where a clause has none. */
export function unmetWords({ clauses }: Expectation, applying: ApplyingRule): string | undefined {
  const unmet = clauses.filter((clause) => clause.meets(applying) !== true);
  const words = unmet.map((clause) => clause.is?.(applying));
  return words.every((text) => text !== undefined) && words.length > 0 ? words.join(', ') : undefined;
}

/** The actions of expectations by their verbs. */
export const verbs = { alerts: 'alert', prevents: 'prevent', blocks: 'block', bans: 'ban' } as const;

export type Verb = keyof typeof verbs;

/** A required effect on a scale of words from the weakest to the strongest. */
export interface Bound {
  readonly how: 'exactly' | 'at least' | 'at most';
  readonly word: string;
}

/** Reads `high`, `at least high` or `at most high`; the schema of the test accepted the text. */
export function readBound(written: string): Bound {
  const [, how, word = ''] = /^(?:(at least|at most) )?(.*)$/.exec(written) ?? [];
  return { how: (how as Bound['how'] | undefined) ?? 'exactly', word };
}

/** The bound in the spelling of a test. */
export function boundWords({ how, word }: Bound): string {
  return how === 'exactly' ? word : `${how} ${word}`;
}

/** Returns every valid spelling, for completion and messages. */
export function boundsOf(words: readonly string[]): readonly string[] {
  return [
    ...words,
    ...words.slice(1).map((word) => `at least ${word}`),
    ...words.slice(0, -1).map((word) => `at most ${word}`),
  ];
}

/** Compares `level` and `required` on the same scale, where more is stronger. NaN means unknown. */
export function isMet({ how }: Bound, level: number, required: number): boolean | undefined {
  if (Number.isNaN(level) || Number.isNaN(required)) {
    return undefined;
  }
  return how === 'exactly' ? level === required : how === 'at least' ? level >= required : level <= required;
}

/** The actions of a family of policies, weakest first, including actions that the resources of a policy cannot have. */
export function familyWords({ family }: Pick<PolicyKind, 'family'>): readonly string[] {
  return familyTable[family].levels;
}

/**
 * Requires every action that `wordsIn` reads from the applying rule to meet the bound. Only the actions in `known` can
 * be compared. The result is unknown where the rule has no action, or one that cannot be compared. `part` names the
 * part of the rule in messages.
 */
export function boundClause(
  kind: PolicyKind,
  written: string,
  wordsIn: (applying: ApplyingRule) => readonly (string | undefined)[],
  { part, known }: { readonly part?: string; readonly known?: readonly string[] } = {},
): Clause {
  const words = familyWords(kind);
  const bound = readBound(written);
  const rank = (word = ''): number => ((known ?? words).includes(word) ? words.indexOf(word) : Number.NaN);
  return {
    words: part === undefined ? boundWords(bound) : `${part}: ${boundWords(bound)}`,
    meets(applying) {
      const met = wordsIn(applying).map((word) => isMet(bound, rank(word), words.indexOf(bound.word)));
      return met.length === 0 ? undefined : allOf(met);
    },
    is(applying) {
      const actual = [...new Set(wordsIn(applying))];
      return part === undefined || actual.length === 0 || actual.includes(undefined)
        ? undefined
        : `${part}: ${actual.join(' or ')}`;
    },
  };
}

/** `checks: { 41: at least alert }`. The console ignores a check that the rule does not contain. */
export function checkClause(kind: PolicyKind, id: string, written: string): Clause {
  const wordIn = (applying: ApplyingRule): string | undefined =>
    isKnown(kind, applying) ? familyWords(kind)[levels(kind, applying).get(id) ?? 0] : undefined;
  return boundClause(kind, written, (applying) => [wordIn(applying)], { part: `check ${id}` });
}

/** `blocks: never`: no check of the rule has this action. */
export function noCheck(kind: PolicyKind, verb: Verb): Clause {
  const level = familyWords(kind).indexOf(verbs[verb]);
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

/** `effect: at least alert`. */
export function connectionClause(kind: PolicyKind, written: string): Clause {
  return boundClause(kind, written, (applying) => [wordIn(kind, applying)]);
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

/** Where no rule applies, the connection is allowed. Undefined means unknown. */
function wordIn(kind: PolicyKind, applying: ApplyingRule): string | undefined {
  const effect = applying ? stringAt(applying.rule, 'effect') : 'allow';
  return applying && !isUnderstood(kind, applying.rule)
    ? undefined
    : familyWords(kind).find((word) => word === effect);
}
