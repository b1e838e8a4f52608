import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';

const file = path.join(import.meta.dirname, '../../../schemas/output/command-line.schema.json');

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, discriminator: true });
ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as object);

/** Exactly one document on one line, of the published shape. `name`: of a command, or `error`. */
export function assertDocument(name: string, out: readonly string[]): Record<string, unknown> {
  assert.equal(out.length, 1, `one document: ${out.join('\n')}`);
  const document = JSON.parse(out[0] ?? '') as Record<string, unknown>;
  assertShape('error' in document ? 'error' : name, document);
  return document;
}

export function assertShape(name: string, document: unknown): void {
  const validate = ajv.getSchema(`command-line.schema.json#/definitions/${name}`);
  assert.ok(validate, `there is a schema for ${name}`);
  const isValid = validate(document);
  assert.ok(isValid === true, `${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(document)}`);
}
