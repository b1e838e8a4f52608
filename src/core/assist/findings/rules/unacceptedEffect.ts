import type { PolicyKind } from '../../../policy/families.ts';
import type { JsonSchema } from '../../schema/field.ts';
import { setFix, type FieldCheck } from '../finding.ts';

/** These effects are offered where the schema lists none. The alert comes first, because "fix all" writes the first. */
const offered = ['alert', 'prevent', 'disable'];

/** Finds an effect that the schema has, and this field or policy does not accept. */
export const checkAcceptedEffect: FieldCheck = ({ kind, field, path, key, value }, report) => {
  const schema = field?.schema;
  if (
    kind.decidesBy !== 'sensors' ||
    typeof value !== 'string' ||
    !schema?.enum?.includes(value) ||
    !refuses(kind, schema, path, value)
  ) {
    return;
  }
  const usable = (schema.acceptedValues ?? offered)
    .filter((effect) => !refuses(kind, schema, path, effect))
    .toSorted((a, b) => Number(b === 'alert') - Number(a === 'alert'));
  const place = [...path, key];
  report({
    code: 'unaccepted-effect',
    message: `\`${key}\` of ${kind.name} cannot be \`${value}\` here: use ${usable.map((effect) => `\`${effect}\``).join(' or ')}`,
    path: place,
    fixes: usable.map((effect) => setFix(`Change to \`${effect}\``, place, effect)),
  });
};

function refuses(
  kind: PolicyKind,
  { acceptedValues }: JsonSchema,
  path: readonly (string | number)[],
  effect: string,
): boolean {
  if (acceptedValues) {
    return !acceptedValues.includes(effect);
  }
  const cannot: readonly string[] = kind.cannot;
  const seesCopies = kind.hasApps && cannot.includes('prevent');
  switch (effect) {
    case 'block':
      // A web application is protected by looking at its requests, so a rule stops no workload.
      return kind.hasApps || cannot.includes(effect);
    case 'reCAPTCHA':
      return seesCopies || !path.includes('botProtectionSpec');
    case 'allow':
      return seesCopies && !path.includes('customRules');
    default:
      return cannot.includes(effect);
  }
}
