import { sensorsOf } from '../../order/effect/sensors.ts';
import type { PolicyKind, PolicyShape } from '../../policy/families.ts';
import { object, type ObjectPart } from './part.ts';
import { containerRule, functionRule, hostRule } from './runtimeParts.ts';
import { waasRule } from './waasParts.ts';

/** The one table of what does something in rules whose protection is spread over sensors. */
export function partsOf({ shape }: Pick<PolicyKind, 'shape'>): ObjectPart {
  return rules[shape];
}

const noSensors = object({});

const rules: Readonly<Record<PolicyShape, ObjectPart>> = {
  vulnerability: noSensors,
  compliance: noSensors,
  'runtime-container': containerRule,
  'runtime-host': hostRule,
  'runtime-serverless': functionRule,
  'runtime-app-embedded': functionRule,
  waas: waasRule,
  cnns: noSensors,
};

/** Words of sensors and protections, from the weakest on, also those for what only other targets can do. */
export function sensorWords({ family }: Pick<PolicyKind, 'family'>): readonly string[] {
  const { levels } = sensorsOf({ family, cannot: [] });
  return Object.keys(levels).toSorted((a, b) => (levels[a] ?? 0) - (levels[b] ?? 0));
}

/** Those of which it is known what they do here. */
export function knownWords(kind: Pick<PolicyKind, 'family' | 'cannot'>): readonly string[] {
  const beyond: readonly string[] = kind.cannot;
  return sensorWords(kind).filter((word) => !beyond.includes(word));
}
