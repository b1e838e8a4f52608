import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../../../scripts/lib/paths.ts';
import { documentFormOf } from '../../../../src/core/policy/comparisonForm.ts';
import { policyKinds } from '../../../../src/core/policy/families.ts';
import type { Form } from '../../../../src/core/policy/fieldTypes.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** Lists that are one value: a change on both sides is a conflict. */
const whole: readonly RegExp[] = [
  // The rules themselves merge by name, and of a collection only the name counts.
  /^(?:rules|containerRules|hostRules)$/,
  /\bcollections\[\]\.\w+$/,
  // Older versions wrote these in place of collections.
  /^rules\[\]\.(?:resources\.\w+|action|group|principal)$/,
  // Their entries have no key.
  /\.apiSpec\.endpoints$/,
  /\.dosConfig\.matchConditions(?:\[\]\.\w+)?$/,
];

const schemas = new Map<string, Schema>();

function schemaOf(file: string): Schema {
  const known = schemas.get(file);
  const schema = known ?? (JSON.parse(readFileSync(join(projectRoot, 'schemas', file), 'utf8')) as Schema);
  schemas.set(file, schema);
  return schema;
}

function listsIn(file: string, schema: Schema, form: Form | undefined, path: string): string[] {
  if (schema.$ref !== undefined) {
    const [other = '', place = ''] = schema.$ref.split('#/definitions/');
    const target = other === '' ? file : other;
    const found = schemaOf(target).definitions?.[place];
    assert.ok(found, schema.$ref);
    return listsIn(target, found, form, path);
  }
  const isByItems = form?.isSet ?? form?.key !== undefined;
  return [
    ...(schema.items && !isByItems ? [path] : []),
    ...(schema.items ? listsIn(file, schema.items, form?.items, `${path}[]`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) =>
      listsIn(file, inner, form?.members?.get(key), path === '' ? key : `${path}.${key}`),
    ),
    ...(schema.allOf ?? []).flatMap((part) => listsIn(file, part, form, path)),
  ];
}

test('every list of a policy merges by its items, or is named as one value', () => {
  const unknown = policyKinds.flatMap((kind) => {
    const file = `${kind.shape}.schema.json`;
    return listsIn(file, schemaOf(file), documentFormOf(kind), '')
      .filter((path) => !whole.some((one) => one.test(path)))
      .map((path) => `${kind.name}: ${path}`);
  });
  assert.deepEqual(unknown, []);
});
