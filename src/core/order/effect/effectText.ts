import { canonicalText } from '../../policy/canonical.ts';
import { ruleFormOf } from '../../policy/comparisonForm.ts';
import { canBlock, canCheckBlock, type PolicyKind } from '../../policy/families.ts';
import { memberField, ruleFieldsOf } from '../../policy/ruleFields.ts';
import {
  exactNumber,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';
import type { Form, RuleField } from '../../policy/fieldTypes.ts';

const ofBlocks = ['blockThreshold', 'graceDays', 'graceDaysPolicy'];
const ofImages = ['riskFactorsEffects', 'excludeBaseImageVulns'];

/** Returns the fields that have no part in the action of a rule. The console computes `effect` from the other fields. */
export function idleMembers(kind: PolicyKind): ReadonlySet<string> {
  const idle = [...(ruleFieldsOf(kind).members ?? [])].filter(([, field]) => field.isAside || field.isUnused);
  const isOfVulnerabilities = kind.decidesBy === 'thresholds';
  return new Set([
    ...idle.map(([name]) => name),
    ...(isOfVulnerabilities && !canBlock(kind) ? ofBlocks : []),
    ...(isOfVulnerabilities && !['images', 'ci-images'].includes(kind.target) ? ofImages : []),
  ]);
}

const forms = new Map<PolicyKind, Form>();

function formOf(kind: PolicyKind): Form {
  let form = forms.get(kind);
  if (!form) {
    const whole = ruleFormOf(kind);
    form = { ...whole, noise: new Map(Array.from(idleMembers(kind), (key) => [key, 'kept'])) };
    forms.set(kind, form);
  }
  return form;
}

/**
 * Returns a text that is equal for two rules with the same action. It contains every field that counts, also fields
 * that Ordinance does not know.
 */
export function effectText(kind: PolicyKind, rule: JsonObject): string {
  return canonicalText(asDone(kind, rule), formOf(kind));
}

/** An action by its `effectText`. Equal texts are the same action, even where they cannot be read. */
export class Action {
  readonly text: string;
  #data: JsonObject | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Without fields that count as absent. Equal values have equal data. Only comparisons read the text. */
  get data(): JsonObject {
    if (!this.#data) {
      const value = parseJson(this.text);
      this.#data = isJsonObject(value) ? value : new Map();
    }
    return this.#data;
  }
}

/** Returns the rule with the actions that its policy can take, in place of actions that it cannot take. */
function asDone(kind: PolicyKind, rule: JsonObject): JsonObject {
  switch (kind.decidesBy) {
    case 'checks':
      return withItem(rule, 'condition', (condition) =>
        isJsonObject(condition) ? withItem(condition, 'vulnerabilities', eachOf(asAlert(kind))) : condition,
      );
    case 'thresholds':
      return canBlock(kind) ? rule : unblocked(rule);
    case 'sensors': {
      const fields = ruleFieldsOf(kind);
      const placed = kind.hasApps ? withoutMisplaced(fields, rule) : rule;
      return kind.cannot.length < 2 ? placed : sameWord(kind.cannot, fields, placed);
    }
    case 'connections':
    default:
      return rule;
  }
}

/** A check that cannot block alerts. */
function asAlert(kind: PolicyKind): (check: JsonObject) => JsonObject {
  return (check) => {
    const id = check.get('id');
    return check.get('block') === true &&
      id instanceof JsonNumber &&
      !canCheckBlock(kind, exactNumber(id.lexeme))
      ? without(check, 'block')
      : check;
  };
}

/** In a policy that cannot block, exceptions with a block alert instead, and block thresholds do nothing. */
function unblocked(rule: JsonObject): JsonObject {
  const isBlock = (exception: JsonObject): boolean => exception.get('effect') === 'block';
  const alerting = eachOf((exception) =>
    isBlock(exception) ? new Map([...exception, ['effect', 'alert']]) : exception,
  );
  const types = eachOf((type) => without(type, 'blockThreshold'));
  return withItem(
    withItem(withItem(rule, 'cveRules', alerting), 'tags', alerting),
    'pkgTypesThresholds',
    types,
  );
}

const placedInApps: readonly RuleField['compares'][] = ['inside', 'more'];

/** A protection outside the applications of a rule protects nothing. A field that no application has remains. */
function withoutMisplaced(fields: RuleField, rule: JsonObject): JsonObject {
  const { items: application = {} } = memberField(fields, 'applicationsSpec');
  const isMisplaced = (key: string): boolean => placedInApps.includes(memberField(application, key).compares);
  return [...rule.keys()].some(isMisplaced) ? new Map([...rule].filter(([key]) => !isMisplaced(key))) : rule;
}

/** Replaces each of the words by the first one, in sensors at any depth. */
function sameWord(words: readonly string[], field: RuleField, object: JsonObject): JsonObject {
  const inside = (inner: RuleField, value: JsonValue): JsonValue =>
    isJsonArray(value)
      ? value.map((item) => inside(inner.items ?? {}, item))
      : isJsonObject(value)
        ? sameWord(words, inner, value)
        : value;
  return new Map(
    [...object].map(([key, value]): [string, JsonValue] => {
      const member = memberField(field, key);
      return typeof value === 'string' && words.includes(value) && member.compares === 'word'
        ? [key, words[0] ?? value]
        : [key, inside(member, value)];
    }),
  );
}

function eachOf(change: (item: JsonObject) => JsonObject): (list: JsonValue) => JsonValue {
  return (list) =>
    isJsonArray(list) ? list.map((item) => (isJsonObject(item) ? change(item) : item)) : list;
}

function withItem(object: JsonObject, key: string, change: (value: JsonValue) => JsonValue): JsonObject {
  const value = object.get(key);
  const changed = value === undefined ? undefined : change(value);
  return changed === undefined || changed === value ? object : new Map([...object, [key, changed]]);
}

function without(object: JsonObject, key: string): JsonObject {
  return object.has(key) ? new Map([...object].filter(([member]) => member !== key)) : object;
}
