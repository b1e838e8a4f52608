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
function blameOf(rule: JsonValue | undefined): Blame | undefined {
  if (!isJsonObject(rule)) {
    return undefined;
  }
  const owner = stringAt(rule, 'owner')?.trim();
  const modified = momentOf(stringAt(rule, 'modified') ?? '');
  return owner || modified ? defined({ owner: owner || undefined, modified }) : undefined;
}

/** Finds the last change of a rule by name; a name that several rules share has none. */
export function blameIn(document: JsonObject, array: string, rule: string): Blame | undefined {
  const [named, ...others] = arrayAt(document, array).filter((other) => ruleName(other) === rule);
  return others.length === 0 ? blameOf(named) : undefined;
}
