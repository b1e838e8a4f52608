import type { JsonObject } from '../../json/json.ts';

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

/** One unmet clause fails the expectation; one unknown clause makes it unknown. */
export function meetsAll({ clauses }: Expectation, applying: ApplyingRule): boolean | undefined {
  let answer: boolean | undefined = true;
  for (const clause of clauses) {
    const met = clause.meets(applying);
    if (met === false) {
      return false;
    }
    answer = met === undefined ? undefined : answer;
  }
  return answer;
}

/** Returns the actual values of the unmet clauses; undefined where a clause has none. */
export function unmetWords({ clauses }: Expectation, applying: ApplyingRule): string | undefined {
  const unmet = clauses.filter((clause) => clause.meets(applying) !== true);
  const words = unmet.map((clause) => clause.is?.(applying));
  return words.every((text) => text !== undefined) && words.length > 0 ? words.join(', ') : undefined;
}
