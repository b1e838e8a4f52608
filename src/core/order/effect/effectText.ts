import { canonicalText, type TextCache } from '../../policy/canonical.ts';
import { ruleFormOf, ruleNoise, type Form } from '../../policy/comparisonForm.ts';
import { canBlock, canCheckBlock, type PolicyKind } from '../../policy/families.ts';
import { memberField, ruleFieldsOf, type RuleField } from '../../policy/ruleFields.ts';
import { exactNumber } from '../../json/exactNumber.ts';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';

/** Members that every rule may have, and that say who it is and where it applies, not what it does there. */
const aside = ['name', 'notes', 'collections', 'disabled', ...ruleNoise.keys()];

const ofConnections = ['id', 'src', 'dst', 'ports'];

const blocking = ['blockThreshold', 'graceDays', 'graceDaysPolicy'];
const ofImages = ['riskFactorsEffects', 'excludeBaseImageVulns'];

/** Fields without a say in the action of a rule. The console works out `effect` from the other fields. */
export function idleMembers(kind: PolicyKind): ReadonlySet<string> {
  switch (kind.decidesBy) {
    case 'checks':
      return new Set([...aside, 'effect', ...unusedFields(kind)]);
    case 'thresholds':
      return new Set([
        ...aside,
        'effect',
        ...unusedFields(kind),
        ...(canBlock(kind) ? [] : blocking),
        ...(['images', 'ci-images'].includes(kind.target) ? [] : ofImages),
      ]);
    case 'connections':
      return new Set([...aside, ...ofConnections]);
    case 'sensors':
    default:
      return new Set(aside);
  }
}

function unusedFields(kind: PolicyKind): readonly string[] {
  return Object.entries(ruleFieldsOf(kind).members ?? {}).flatMap(([name, { isUnused }]) =>
    isUnused ? [name] : [],
  );
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
 * Equal for two rules that do the same: everything that counts of them, known to Ordinance or not. `known`: what members of other
 * rules come to.
 */
export function effectText(kind: PolicyKind, rule: JsonObject, known?: TextCache): string {
  return canonicalText(asDone(kind, rule), formOf(kind), known);
}

/** The effect as data, without fields that are as good as absent. */
export function effectOfText(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : new Map();
}

/**
 * The action where no rule applies, in the form of a rule. Vulnerabilities: an alert on everything that is found; compliance:
 * nothing; connections: they are allowed. Undefined: no rule is known to do just that.
 */
export function effectOfNone({ decidesBy }: PolicyKind): string | undefined {
  switch (decidesBy) {
    case 'thresholds':
    case 'checks':
      return '{}';
    case 'connections':
      return '{"effect":"allow"}';
    case 'sensors':
    default:
      return undefined;
  }
}

/** The rule as it is done: what its policy cannot do is written as what is done instead, or as one and the same. */
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

/** A check that cannot block is alerted on. */
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

/** A rule of a policy that cannot block: exceptions that block alert instead, and thresholds that block do nothing. */
function unblocked(rule: JsonObject): JsonObject {
  const isBlock = (exception: JsonObject): boolean => exception.get('effect') === 'block';
  const alerting = eachOf((one) => (isBlock(one) ? new Map([...one, ['effect', 'alert']]) : one));
  const types = eachOf((one) => without(one, 'blockThreshold'));
  return withItem(
    withItem(withItem(rule, 'cveRules', alerting), 'tags', alerting),
    'pkgTypesThresholds',
    types,
  );
}

const placedInApps: readonly RuleField['compares'][] = ['inside', 'more'];

/** A protection outside the applications of a rule protects nothing. A field that no application has stays unknown. */
function withoutMisplaced(fields: RuleField, rule: JsonObject): JsonObject {
  const { items: application = {} } = memberField(fields, 'applicationsSpec');
  const isMisplaced = (key: string): boolean => placedInApps.includes(memberField(application, key).compares);
  return [...rule.keys()].some(isMisplaced) ? new Map([...rule].filter(([key]) => !isMisplaced(key))) : rule;
}

/** The first of the words for each of them, wherever a sensor has one. */
function sameWord(words: readonly string[], field: RuleField, object: JsonObject): JsonObject {
  const inside = (inner: RuleField, value: JsonValue): JsonValue =>
    isJsonArray(value)
      ? value.map((one) => inside(inner.items ?? {}, one))
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
  return (list) => (isJsonArray(list) ? list.map((one) => (isJsonObject(one) ? change(one) : one)) : list);
}

function withItem(object: JsonObject, key: string, change: (value: JsonValue) => JsonValue): JsonObject {
  const value = object.get(key);
  const changed = value === undefined ? undefined : change(value);
  return changed === undefined || changed === value ? object : new Map([...object, [key, changed]]);
}

function without(object: JsonObject, key: string): JsonObject {
  return object.has(key) ? new Map([...object].filter(([member]) => member !== key)) : object;
}
