import { canonicalText } from '../../policy/canonical.ts';
import { ruleFormOf, type Form } from '../../policy/comparisonForm.ts';
import type { Family, PolicyKind } from '../../policy/families.ts';
import type { JsonObject } from '../../json/json.ts';

/** What says who a rule is and where it applies, not what it does there. */
const aside = ['name', 'notes', 'collections', 'disabled'];

/** The console shows `effect` of these in its table; what is done follows from thresholds and checks. */
const shownOnly: readonly Family[] = ['vulnerability', 'compliance'];

const ofConnections = ['id', 'src', 'dst', 'ports'];

const forms = new Map<PolicyKind, Form>();

/** Equal for two rules that do the same: everything that counts of them, known to Ordinance or not. */
export function effectText(kind: PolicyKind, rule: JsonObject): string {
  let form = forms.get(kind);
  if (!form) {
    const whole = ruleFormOf(kind);
    const more = [
      ...(shownOnly.includes(kind.family) ? ['effect'] : []),
      ...(kind.family === 'cnns' ? ofConnections : []),
    ];
    form = { ...whole, noise: new Set([...(whole.noise ?? []), ...aside, ...more]) };
    forms.set(kind, form);
  }
  return canonicalText(rule, form);
}

/**
 * What happens where no rule decides, in the same words. Vulnerabilities: an alert on everything that is found; compliance:
 * nothing; connections: they are allowed. Undefined: no rule is known to do just that.
 */
export function effectOfNone({ family }: PolicyKind): string | undefined {
  switch (family) {
    case 'vulnerability':
    case 'compliance':
      return '{}';
    case 'cnns':
      return '{"effect":"allow"}';
    case 'runtime':
    case 'waas':
    default:
      return undefined;
  }
}
