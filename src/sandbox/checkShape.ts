import type { PolicyKind } from '../core/policy/families.ts';
import { isJsonArray, isJsonObject, JsonNumber, stringAt } from '../core/json/json.ts';
import type { JsonObject, JsonValue } from '../core/json/json.ts';
import { policyShapes } from './policyShapes.ts';
import type { Shape } from './policyShapes.ts';

const words = { s: 'string', n: 'number', b: 'boolean' } as const;

function kindOf(value: JsonValue): string {
  if (isJsonArray(value)) {
    return 'array';
  }
  return value instanceof JsonNumber ? 'number' : typeof value;
}

/** The first member whose kind is wrong, in words; undefined when everything fits. */
function mismatch(value: JsonValue | undefined, shape: Shape, path: string): string | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  const wanted = typeof shape === 'string' ? words[shape] : isShapeList(shape) ? 'array' : 'object';
  const found = kindOf(value);
  if (found !== wanted) {
    return `cannot read ${path || 'the document'}: expected ${wanted}, got ${found}`;
  }
  if (isJsonArray(value) && isShapeList(shape)) {
    return firstOf(value.entries(), ([index, item]) => mismatch(item, shape[0], `${path}[${index}]`));
  }
  if (isJsonObject(value) && typeof shape === 'object' && !isShapeList(shape)) {
    return firstOf(Object.entries(shape), ([key, inner]) =>
      mismatch(value.get(key), inner, path ? `${path}.${key}` : key),
    );
  }
  return undefined;
}

const isShapeList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function firstOf<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Consoles since release 30 refuse a container sensor without its default effect, as in documents of older releases. */
function missingDefaultEffect(document: JsonObject): string | undefined {
  const rules = document.get('rules');
  return firstOf(isJsonArray(rules) ? rules.entries() : [], ([index, rule]) =>
    firstOf(['processes', 'network', 'filesystem', 'dns'], (sensor) => {
      const given = isJsonObject(rule) ? rule.get(sensor) : undefined;
      return isJsonObject(given) && !given.get('defaultEffect')
        ? `rules[${index}].${sensor}.defaultEffect: invalid effect ""`
        : undefined;
    }),
  );
}

/** Why the console refuses `document` as a whole policy of this kind; undefined when it takes it. */
export function checkShape(kind: PolicyKind, document: JsonValue): string | undefined {
  const wrong = mismatch(document, policyShapes[kind.shape] ?? {}, '');
  if (wrong !== undefined || !isJsonObject(document)) {
    return wrong ?? 'cannot read the document: expected object, got null';
  }
  const { field, value } = kind.identity;
  const claimed = stringAt(document, field) ?? value;
  if (claimed !== value) {
    return `${field} is ${claimed}, expected ${value}`;
  }
  return kind.shape === 'runtime-container' ? missingDefaultEffect(document) : undefined;
}
