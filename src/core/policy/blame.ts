import { arrayAt, isJsonObject, stringAt, type JsonObject, type JsonValue } from '../json/json.ts';
import { momentOf } from './comparisonForm.ts';
import { ruleName } from './ruleMatch.ts';

/**
 * Who changed a rule last and when, as far as the console tells: it writes both down with a rule, for whoever sent it, and
 * keeps nothing of who removed or moved one.
 */
export interface Blame {
  /** As the console has it: text of somebody else. */
  readonly owner?: string;
  readonly modified?: Date;
}

/** Undefined when the console tells neither. */
export function blameOf(rule: JsonValue | undefined): Blame | undefined {
  if (!isJsonObject(rule)) {
    return undefined;
  }
  const owner = stringAt(rule, 'owner')?.trim();
  const modified = momentOf(stringAt(rule, 'modified') ?? '');
  return owner || modified ? { ...(owner ? { owner } : {}), ...(modified ? { modified } : {}) } : undefined;
}

/** Finds it by the name of a rule; of rules that share a name nothing is said. */
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
