import { defined } from '../util/defined.ts';
import { arrayAt, isJsonObject, stringAt, type JsonObject, type JsonValue } from '../json/json.ts';
import { momentOf } from './comparisonForm.ts';
import { ruleName } from './ruleMatch.ts';

/**
 * The last author and time of a rule change, as the console records them with the rule. The console keeps no
 * record of removals and moves.
 */
export interface Blame {
  /** The text comes unchanged from the console, so anyone may have written it. */
  readonly owner?: string;
  readonly modified?: Date;
}

/** Undefined when the console records neither an owner nor a time. */
export function blameOf(rule: JsonValue | undefined): Blame | undefined {
  if (!isJsonObject(rule)) {
    return undefined;
  }
  const owner = stringAt(rule, 'owner')?.trim();
  const modified = momentOf(stringAt(rule, 'modified') ?? '');
  return owner || modified ? defined({ owner: owner || undefined, modified }) : undefined;
}

/** Finds the last change of a rule by name; a name that several rules share has none. */
export class Blames {
  readonly #document: JsonObject;
  readonly #byName = new Map<string, ReadonlyMap<string, JsonValue | undefined>>();

  constructor(document: JsonObject) {
    this.#document = document;
  }

  of(array: string, rule: string): Blame | undefined {
    return blameOf(this.#rulesOf(array).get(rule));
  }

  #rulesOf(array: string): ReadonlyMap<string, JsonValue | undefined> {
    const known = this.#byName.get(array);
    if (known) {
      return known;
    }
    const rules = new Map<string, JsonValue | undefined>();
    for (const rule of arrayAt(this.#document, array)) {
      const name = ruleName(rule);
      rules.set(name, rules.has(name) ? undefined : rule);
    }
    this.#byName.set(array, rules);
    return rules;
  }
}
