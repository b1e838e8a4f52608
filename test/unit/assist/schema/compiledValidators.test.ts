import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { readSchemaFiles } from '../../../../scripts/generate/schemaFiles.ts';
import { validatorSchemas } from '../../../../scripts/generate/validatorModule.ts';
import { projectRoot } from '../../../../scripts/lib/paths.ts';
import { validators, type ValidatorName } from '../../../../src/generated/validators.js';

const files = readSchemaFiles(join(projectRoot, 'schemas'));
const ajv = new Ajv({ allErrors: true, messages: false, strict: false });
for (const text of files.values()) {
  ajv.addSchema(JSON.parse(text) as object);
}

/** The names of all members, and values near what they accept: a compiled validator has to say of each what ajv says of the whole schema. */
const names = [
  ...new Set(
    [...files.values()].flatMap((text) => [...text.matchAll(/"([$\w]+)":/g)].map(([, key]) => key ?? '')),
  ),
];
const words = [
  ...new Set(
    [...files.values()].flatMap((text) =>
      [...text.matchAll(/"([^"\n]{1,24})"[,\n]/g)].map(([, word]) => word ?? ''),
    ),
  ),
];
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 4, 9, -1, 2.5, '', '2026-01-01T00:00:00Z', 'x'),
    fc.constantFrom(...words),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 12, noNullPrototype: true }),
  ),
}));

interface Told {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: unknown;
}

const told = (errors: readonly Told[] | null | undefined): unknown[] =>
  (errors ?? [])
    .map(({ instancePath, keyword, params }) => JSON.stringify([instancePath, keyword, params]))
    .toSorted();

for (const [name, reference] of Object.entries(validatorSchemas(files))) {
  test(`the compiled validator of ${name} says what the schema says, at the same places`, () => {
    const whole = ajv.getSchema(reference);
    assert.ok(whole);
    const compiled = validators[name as ValidatorName];
    let wrong = 0;
    const { properties = {} } = whole.schema as { properties?: Record<string, unknown> };
    const own = Object.keys(properties);
    const data =
      own.length === 0
        ? anything
        : fc.oneof(
            anything,
            fc.dictionary(fc.constantFrom(...own), anything, { maxKeys: 30, noNullPrototype: true }),
          );
    fc.assert(
      fc.property(data, (value) => {
        assert.equal(compiled(value), whole(value));
        assert.deepEqual(told(compiled.errors), told(whole.errors));
        wrong += compiled.errors?.length ?? 0;
      }),
      { numRuns: 400 },
    );
    assert.ok(wrong > 100, `only ${wrong} errors were compared`);
  });
}
