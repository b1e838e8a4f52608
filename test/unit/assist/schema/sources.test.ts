import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { currentHash, generate } from '../../../../scripts/generate.ts';
import { readSchemaFiles, sourceHash } from '../../../../scripts/generate/schemaFiles.ts';
import { validatorSchemas } from '../../../../scripts/generate/validatorModule.ts';
import { projectRoot } from '../../../../scripts/lib/paths.ts';
import * as generated from '../../../../src/generated/validators.js';
import { type Field, schemaField, type JsonSchema } from '../../../../src/core/assist/schema/field.ts';
import { policyKinds } from '../../../../src/core/policy/families.ts';

const shapes = [...new Set(policyKinds.map(({ shape }) => shape))];
const roots = [...shapes, 'base-images', 'network-lists', 'console', 'policy-test'] as const;

const files = readSchemaFiles(join(projectRoot, 'schemas'));

test('the compiled validators are those of the schemas', () => {
  assert.equal(generated.schemaHash, currentHash(), 'run "npm run generate"');
  assert.deepEqual(Object.keys(generated.validators), Object.keys(validatorSchemas(files)));
});

test('the hash tells every change of a schema', () => {
  const files = new Map([
    ['a.schema.json', '{}'],
    ['b.schema.json', '{}'],
  ]);
  const hash = sourceHash(files, ['maker']);
  assert.equal(sourceHash(new Map(files), ['maker']), hash);
  assert.notEqual(sourceHash(new Map(files).set('b.schema.json', '{ }'), ['maker']), hash);
  assert.notEqual(sourceHash(files, ['other maker']), hash);
});

test('generating writes once and then finds everything up to date', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ordinance-generate-'));
  try {
    assert.equal(await generate(folder), true);
    const first = await stat(join(folder, 'validators.js'));
    assert.equal(await generate(folder), false);
    assert.equal((await stat(join(folder, 'validators.js'))).mtimeMs, first.mtimeMs);
    const code = await readFile(join(folder, 'validators.js'), 'utf8');
    assert.doesNotMatch(code, /\brequire\(|\bimport\b/, 'the validators stand alone');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('every policy has a field for its rules, its head and its arrays', () => {
  for (const kind of policyKinds) {
    assert.ok(schemaField(kind.shape, 'rule').member('name'), kind.name);
    assert.ok(
      schemaField(kind.shape, 'head').member(kind.identity.field)?.schema.enum?.includes(kind.identity.value),
    );
    for (const { key } of kind.arrays) {
      assert.equal(
        schemaField(kind.shape).member(key)?.item?.schema.title,
        schemaField(kind.shape, 'rule').schema.title,
      );
      assert.equal(schemaField(kind.shape, 'head').member(key), undefined);
    }
  }
});

test('every field has a title and a description, every value of an enum a text', () => {
  for (const root of roots) {
    for (const [path, field] of fieldsOf(schemaField(root), root)) {
      // The entries of a list of texts or numbers are described by the list.
      if (!path.endsWith('[]') || field.members.size > 0 || field.schema.enum) {
        assert.ok(field.schema.title, `${path} has no title`);
        assert.ok(field.schema.description, `${path} has no description`);
      }
      assert.equal(field.schema.enumDescriptions?.length, field.schema.enum?.length, path);
      for (const value of field.schema.acceptedValues ?? []) {
        assert.ok(field.schema.enum?.includes(value), `${path} accepts ${value}, which is no value of it`);
      }
    }
  }
});

test('defaults, examples and suggestions are valid themselves', () => {
  const ajv = new Ajv({ strict: false });
  for (const name of [...roots, 'common'] as const) {
    ajv.addSchema(JSON.parse(files.get(`${name}.schema.json`) ?? '') as JsonSchema);
  }
  for (const root of roots) {
    for (const [path, field] of fieldsOf(schemaField(root), root)) {
      const { title, description, ...schema } = field.schema;
      const suggested = (schema.suggestions ?? []).map(({ value }) => value);
      const values = [...(schema.examples ?? []), ...suggested];
      const check = ajv.compile({
        type: schema.type,
        enum: schema.enum,
        pattern: schema.pattern,
      } as JsonSchema);
      for (const value of 'default' in schema ? [schema.default, ...values] : values) {
        assert.ok(check(value), `${path}: ${JSON.stringify(value)} (${title}, ${description})`);
      }
    }
  }
});

function* fieldsOf(field: Field, path: string): Generator<[string, Field]> {
  yield [path, field];
  for (const [key, member] of field.members) {
    yield* fieldsOf(member, `${path}.${key}`);
  }
  if (field.item) {
    yield* fieldsOf(field.item, `${path}[]`);
  }
}
