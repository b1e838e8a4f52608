import { asDone } from './asDone.ts';
import { canonicalText, type KnownTexts } from '../../policy/canonical.ts';
import { ruleFormOf, ruleNoise, type Form } from '../../policy/comparisonForm.ts';
import { canBlock, type PolicyKind } from '../../policy/families.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';
import { unusedFields } from '../../../generated/fieldTables.ts';

/** Members that every rule may have, and that say who it is and where it applies, not what it does there. */
const aside = ['name', 'notes', 'collections', 'disabled', ...ruleNoise.keys()];

const ofConnections = ['id', 'src', 'dst', 'ports'];

const blocking = ['blockThreshold', 'graceDays', 'graceDaysPolicy'];
const ofImages = ['riskFactorsEffects', 'excludeBaseImageVulns'];

/** Fields without a say in the action of a rule. The console works out `effect` from the other fields. */
export function idleMembers(kind: PolicyKind): ReadonlySet<string> {
  switch (kind.decidesBy) {
    case 'checks':
      return new Set([...aside, 'effect', ...unusedFields.compliance]);
    case 'thresholds':
      return new Set([
        ...aside,
        'effect',
        ...unusedFields.vulnerability,
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
export function effectText(kind: PolicyKind, rule: JsonObject, known?: KnownTexts): string {
  return canonicalText(asDone(kind, rule), formOf(kind), known);
}

/** The effect as data, without fields that are as good as absent. */
export function effectOfText(text: string): JsonObject {
  const value = parseJson(text, { depth: Infinity, length: Infinity });
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
