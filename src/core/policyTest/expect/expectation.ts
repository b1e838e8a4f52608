import type { JsonObject } from '../../json/json.ts';

/** What decides, for an expectation: a rule by its name and content, or none. */
export type Decided = { readonly name: string; readonly rule: JsonObject } | undefined;

/** One thing that is expected of whatever decides. */
export interface Clause {
  /** As a person would say it: `blocks from high`. */
  readonly words: string;
  /** Undefined: not known. */
  meets(decided: Decided): boolean | undefined;
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
