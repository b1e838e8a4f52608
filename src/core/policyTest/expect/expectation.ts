import type { JsonObject } from '../../json/json.ts';

/** What decides, for an expectation: a rule by its name and content, or none. */
export type Decided = { readonly name: string; readonly rule: JsonObject } | undefined;

/** One thing that is expected of whatever decides. */
export interface Clause {
  /** As a person would say it: `blocks from high`. */
  readonly words: string;
  /** Undefined: not known. */
  meets(decided: Decided): boolean | undefined;
  /** What is so of it, where what the rule does as a whole does not say that: `check 41: alert`. Undefined: not known. */
  is?(decided: Decided): string | undefined;
}

export interface Expectation {
  readonly clauses: readonly Clause[];
  /** Names of rules that are expected, or not: a policy has to have them. */
  readonly names: readonly string[];
}

export function expectationWords({ clauses }: Expectation): string {
  return clauses.map(({ words }) => words).join(', ');
}

/** One that is not met is enough; one that is not known leaves it open. */
export function meetsAll({ clauses }: Expectation, decided: Decided): boolean | undefined {
  let answer: boolean | undefined = true;
  for (const clause of clauses) {
    const met = clause.meets(decided);
    if (met === false) {
      return false;
    }
    answer = met === undefined ? undefined : answer;
  }
  return answer;
}

/** What is so of those clauses that are not met, where the rule as a whole does not say it. */
export function unmetWords({ clauses }: Expectation, decided: Decided): string | undefined {
  const unmet = clauses.filter((clause) => clause.meets(decided) !== true);
  const words = unmet.map((clause) => clause.is?.(decided));
  return words.every((one) => one !== undefined) && words.length > 0 ? words.join(', ') : undefined;
}
