import { isJsonArray, isJsonObject, stringAt, toPlain, type JsonObject } from '../core/json/json.ts';
import type { PolicyKind } from '../core/policy/families.ts';
import { validators, type Validator } from '../generated/validators.js';
import { RefusedRequestError } from './http.ts';

/** Refuses the first field of the wrong type. A console only checks types, and accepts null everywhere. */
function checkTypes(validator: Validator, value: unknown, path: string): void {
  const errors = validator(value) ? [] : (validator.errors ?? []);
  for (const { keyword, instancePath, params } of errors) {
    const steps = instancePath.split('/').slice(1);
    const part = steps.reduce((inner, step) => (inner as Readonly<Record<string, unknown>>)[step], value);
    if (keyword === 'type' && part !== null) {
      const place = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
      const expected = [params['type']].flat().filter((type) => type !== 'null');
      const actual = Array.isArray(part) ? 'array' : typeof part;
      throw wrongType(`${path}${place}`.replace(/^\./, ''), expected.join(' or '), actual);
    }
  }
}

function wrongType(place: string, expected: string, actual: string): RefusedRequestError {
  return new RefusedRequestError(400, `cannot read ${place}: expected ${expected}, got ${actual}`);
}

/**
 * Consoles since release 30 reject a container sensor without a default effect, which older documents
 * contain.
 */
function checkDefaultEffects(rule: JsonObject, path: string): void {
  for (const sensor of ['processes', 'network', 'filesystem', 'dns']) {
    const fields = rule.get(sensor);
    if (isJsonObject(fields) && !fields.get('defaultEffect')) {
      throw new RefusedRequestError(400, `${path}.${sensor}.defaultEffect: invalid effect ""`);
    }
  }
}

/** Returns true when the published interface allows the value of a field, which a console does not check. */
export function isAllowedValue({ shape }: PolicyKind, rule: JsonObject, member: readonly string[]): boolean {
  const validator = validators[`${shape}/rule`];
  const place = `/${member.join('/')}`;
  return validator(toPlain(rule)) || !validator.errors?.some(({ instancePath }) => instancePath === place);
}

/** Refuses a document that the console rejects as a whole policy. */
export function checkShape({ shape, arrays, identity }: PolicyKind, document: JsonObject): void {
  const keys = arrays.map(({ key }) => key);
  const head = new Map([...document].filter(([key]) => !keys.some((array) => array === key)));
  checkTypes(validators[`${shape}/head`], toPlain(head), '');
  for (const key of keys) {
    const rules = document.get(key) ?? [];
    if (!isJsonArray(rules)) {
      throw wrongType(key, 'array', typeof rules);
    }
    for (const [index, rule] of rules.entries()) {
      const path = `${key}[${index}]`;
      if (rule !== null) {
        checkTypes(validators[`${shape}/rule`], toPlain(rule), path);
      }
      if (shape === 'runtime-container' && isJsonObject(rule)) {
        checkDefaultEffects(rule, path);
      }
    }
  }
  const claimed = stringAt(document, identity.field) ?? identity.value;
  if (claimed !== identity.value) {
    throw new RefusedRequestError(400, `${identity.field} is ${claimed}, expected ${identity.value}`);
  }
}
