import { arrayAt, isJsonArray, isJsonObject, stringAt, toPlain } from '../core/json/json.ts';
import type { JsonObject, JsonValue } from '../core/json/json.ts';
import type { PolicyKind } from '../core/policy/families.ts';
import { validators } from '../generated/validators.js';
import type { Validator } from '../generated/validators.js';

/**
 * Returns the first field of the wrong type as text. A console only checks types, and accepts null
 * everywhere.
 */
function mismatch(validator: Validator, value: unknown, path: string): string | undefined {
  if (validator(value)) {
    return undefined;
  }
  for (const { keyword, instancePath, params } of validator.errors ?? []) {
    const steps = instancePath.split('/').slice(1);
    const part = steps.reduce((inner, step) => (inner as Readonly<Record<string, unknown>>)[step], value);
    if (keyword === 'type' && part !== null) {
      const place = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
      const expected = [params['type']].flat().filter((type) => type !== 'null');
      const actual = Array.isArray(part) ? 'array' : typeof part;
      return `cannot read ${`${path}${place}`.replace(/^\./, '')}: expected ${expected.join(' or ')}, got ${actual}`;
    }
  }
  return undefined;
}

function firstProblem<T>(items: Iterable<T>, problemOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function typeProblem({ shape, arrays }: PolicyKind, document: JsonObject): string | undefined {
  const keys = arrays.map(({ key }) => key);
  const head = new Map([...document].filter(([key]) => !keys.some((array) => array === key)));
  return (
    mismatch(validators[`${shape}/head`], toPlain(head), '') ??
    firstProblem(keys, (key) => {
      const rules = document.get(key) ?? [];
      return isJsonArray(rules)
        ? firstProblem(rules.entries(), ([index, rule]) =>
            rule === null
              ? undefined
              : mismatch(validators[`${shape}/rule`], toPlain(rule), `${key}[${index}]`),
          )
        : `cannot read ${key}: expected array, got ${typeof rules}`;
    })
  );
}

/**
 * Consoles since release 30 reject a container sensor without a default effect, which older documents
 * contain.
 */
function missingDefaultEffect(document: JsonObject): string | undefined {
  return firstProblem(arrayAt(document, 'rules').entries(), ([index, rule]) =>
    firstProblem(['processes', 'network', 'filesystem', 'dns'], (sensor) => {
      const fields = isJsonObject(rule) ? rule.get(sensor) : undefined;
      return isJsonObject(fields) && !fields.get('defaultEffect')
        ? `rules[${index}].${sensor}.defaultEffect: invalid effect ""`
        : undefined;
    }),
  );
}

/** Returns true when the published interface allows the value of a field, which a console does not check. */
export function isAllowedValue({ shape }: PolicyKind, rule: JsonObject, member: readonly string[]): boolean {
  const validator = validators[`${shape}/rule`];
  const place = `/${member.join('/')}`;
  return validator(toPlain(rule)) || !validator.errors?.some(({ instancePath }) => instancePath === place);
}

/** Returns the reason why the console rejects `document` as a whole policy; undefined when it accepts it. */
export function checkShape(kind: PolicyKind, document: JsonValue): string | undefined {
  if (!isJsonObject(document)) {
    return 'cannot read the document: expected object';
  }
  const problem = typeProblem(kind, document);
  if (problem !== undefined) {
    return problem;
  }
  const { field, value } = kind.identity;
  const claimed = stringAt(document, field) ?? value;
  if (claimed !== value) {
    return `${field} is ${claimed}, expected ${value}`;
  }
  return kind.shape === 'runtime-container' ? missingDefaultEffect(document) : undefined;
}
