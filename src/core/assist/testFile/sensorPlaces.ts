import type { PolicyKind } from '../../policy/families.ts';
import { ruleField, type Field } from '../schema/field.ts';

const deepest = 3;

/** Places of a rule that have a word for what is done: `processes.defaultEffect`; of WAAS those of an application. */
export function sensorPlaces({ hasApps, shape }: PolicyKind): readonly string[] {
  const rule = ruleField(shape);
  const holder = hasApps ? rule.at(['applicationsSpec', 0]) : rule;
  return holder ? below(holder, []) : [];
}

function below(field: Field, path: readonly string[]): readonly string[] {
  return [...field.members].flatMap(([key, member]) => {
    const way = [...path, key];
    const words = member.schema.acceptedValues ?? member.schema.enum?.map(String) ?? [];
    if (words.includes('alert') && words.includes('prevent')) {
      // What is below a member `effect` is told by what has it.
      return [(key === 'effect' ? path : way).join('.')];
    }
    return way.length < deepest ? below(member, way) : [];
  });
}
