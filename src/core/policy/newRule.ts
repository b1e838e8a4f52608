import { fromPlain, isJsonObject, type JsonObject } from '../json/json.ts';
import type { PolicyShape } from './families.ts';

/** Members a rule of a shape cannot do without, beside its name and scope; effects are mild. */
const members: Readonly<Record<PolicyShape, object | undefined>> = {
  vulnerability: {
    effect: 'alert',
    alertThreshold: { disabled: false, value: 1 },
    blockThreshold: { enabled: false, value: 0 },
  },
  compliance: { effect: 'alert', condition: { vulnerabilities: [] } },
  'runtime-container': {
    processes: { defaultEffect: 'alert' },
    network: { defaultEffect: 'alert' },
    filesystem: { defaultEffect: 'alert' },
    dns: { defaultEffect: 'alert' },
  },
  'runtime-host': {
    antiMalware: { cryptoMiner: 'alert' },
    network: { denyListEffect: 'alert' },
    dns: { denyListEffect: 'disable' },
  },
  'runtime-serverless': {},
  'runtime-app-embedded': {},
  waas: { applicationsSpec: [] },
  // Network rules join two entities by number: there is nothing to begin with.
  cnns: undefined,
};

/** A rule to begin with; undefined for policies whose rules cannot be made without more knowledge. */
export function newRule(
  shape: PolicyShape,
  name: string,
  collections: readonly string[],
): JsonObject | undefined {
  const more = members[shape];
  const rule = fromPlain({ name, collections: collections.map((one) => ({ name: one })), ...more });
  return more && isJsonObject(rule) ? rule : undefined;
}
