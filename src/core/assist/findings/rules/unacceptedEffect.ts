import { canBlock, type PolicyKind } from '../../../policy/families.ts';
import { setFix, type FieldCheck } from '../finding.ts';

/** Finds an effect that the schema has, and this field or policy does not accept. */
export const checkAcceptedEffect: FieldCheck = ({ kind, field, path, key, value }, report) => {
  const schema = field?.schema;
  if (kind.decidesBy !== 'sensors' || typeof value !== 'string' || !schema?.enum?.includes(value)) {
    return;
  }
  const problem =
    schema.acceptedValues && !schema.acceptedValues.includes(value)
      ? { says: `takes ${listed(schema.acceptedValues)}`, takes: schema.acceptedValues }
      : ofTarget(kind, value, schema.enum, path, key);
  if (problem) {
    const place = [...path, key];
    report({
      code: 'unaccepted-effect',
      message: `\`${key}\` ${problem.says}, not \`${value}\``,
      path: place,
      fixes: mildFirst(problem.takes).map((taken) => setFix(`Change to \`${taken}\``, place, taken)),
    });
  }
};

interface Problem {
  readonly says: string;
  readonly takes: readonly string[];
}

function ofTarget(
  kind: PolicyKind,
  value: string,
  values: readonly (string | number)[],
  path: readonly (string | number)[],
  key: string,
): Problem | undefined {
  if (key === 'effect' && path.includes('customRules')) {
    if (kind.hasApps) {
      return customRuleOfWaas(kind, value);
    }
    return value === 'block' && !canBlock(kind)
      ? {
          says: 'of a custom rule cannot stop an app-embedded workload: it takes `alert` or `prevent`',
          takes: ['alert', 'prevent'],
        }
      : undefined;
  }
  if (!kind.hasApps || !values.includes('reCAPTCHA')) {
    return undefined;
  }
  if (value === 'reCAPTCHA' && !path.includes('botProtectionSpec')) {
    return {
      says: 'can ask for a challenge only under `botProtectionSpec`: it takes an effect',
      takes: watchesOnly(kind) ? ['alert', 'disable'] : ['alert', 'prevent', 'ban', 'disable'],
    };
  }
  return watchesOnly(kind) && !['alert', 'disable'].includes(value)
    ? {
        says: `of ${kind.name}, which sees copies of requests, takes \`alert\` or \`disable\``,
        takes: ['alert', 'disable'],
      }
    : undefined;
}

/** A web application is protected by looking at requests: no workload is stopped by it. */
function customRuleOfWaas(kind: PolicyKind, value: string): Problem | undefined {
  if (watchesOnly(kind) && ['block', 'prevent', 'ban'].includes(value)) {
    return {
      says: `of a custom rule of ${kind.name}, which sees copies of requests, cannot refuse any: it takes \`alert\`, \`allow\` or \`disable\``,
      takes: ['alert', 'allow', 'disable'],
    };
  }
  return value === 'block'
    ? {
        says: 'of a custom rule cannot stop a workload here: it takes `prevent`, `ban`, `alert`, `allow` or `disable`',
        takes: ['alert', 'prevent', 'ban'],
      }
    : undefined;
}

function watchesOnly(kind: PolicyKind): boolean {
  return kind.hasApps && kind.cannot.includes('prevent');
}

/** The alert comes first, because "fix all" writes the first value. */
function mildFirst(values: readonly string[]): readonly string[] {
  return values.toSorted((a, b) => Number(b === 'alert') - Number(a === 'alert'));
}

function listed(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  return quoted.length === 1 ? quoted[0]! : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
