import type { PolicyKind } from '../../../model/families.ts';
import type { MemberCheck } from '../finding.ts';

export const unacceptedEffect: MemberCheck = {
  code: 'unaccepted-effect',
  summary: 'An effect exists, but not at this place.',
  severity: 'warning',
  scope: 'member',
  applies: (kind) => kind.family === 'runtime' || kind.family === 'waas',
  check({ kind, field, path, key, value }, report) {
    const schema = field?.schema;
    if (typeof value !== 'string' || !schema?.enum?.includes(value)) {
      return;
    }
    const problem =
      schema.acceptedValues && !schema.acceptedValues.includes(value)
        ? `takes ${listed(schema.acceptedValues)}`
        : ofTarget(kind, value, schema.enum, path, key);
    if (problem !== undefined) {
      report({ message: `\`${key}\` ${problem}, not \`${value}\``, path: [...path, key] });
    }
  },
};

function ofTarget(
  kind: PolicyKind,
  value: string,
  values: readonly (string | number)[],
  path: readonly (string | number)[],
  key: string,
): string | undefined {
  if (key === 'effect' && path.includes('customRules')) {
    return kind.name === 'runtime/app-embedded' && value === 'block'
      ? 'of a custom rule cannot stop an app-embedded workload: it takes `alert` or `prevent`'
      : undefined;
  }
  if (kind.family !== 'waas' || !values.includes('reCAPTCHA')) {
    return undefined;
  }
  if (value === 'reCAPTCHA' && !path.includes('botProtectionSpec')) {
    return 'can ask for a challenge only under `botProtectionSpec`: it takes an effect';
  }
  const watchesOnly = kind.target === 'out-of-band' || kind.target === 'agentless';
  return watchesOnly && !['alert', 'disable'].includes(value)
    ? `of ${kind.name}, which sees copies of requests, takes \`alert\` or \`disable\``
    : undefined;
}

function listed(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  return quoted.length === 1 ? quoted[0]! : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
