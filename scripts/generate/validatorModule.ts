import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { fieldKeywords } from './fieldTables.ts';
import { policyShapes, withoutKeywords } from './schemaFiles.ts';

/** Keywords for people and tables. They check nothing, so the compiled code omits them. */
const annotations: readonly string[] = [
  ...fieldKeywords,
  'title',
  'description',
  'default',
  'examples',
  'enumDescriptions',
  'deprecationMessage',
  'acceptedValues',
  'suggestions',
  'meaning',
  'meaningIf',
  'notBelow',
  'refersTo',
  'readOnly',
  'unused',
  '$schema',
];

/**
 * Every validator by the name that callers use, with its schema. Rules and heads have validators of their
 * own, because one rule is checked at a time.
 */
export function validatorSchemas(files: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const shapes = policyShapes(files);
  const validators = [...files].flatMap(([file, text]) => {
    const shape = file.replace('.schema.json', '');
    const { type, definitions = {} } = JSON.parse(text) as Schema;
    if (shapes.includes(shape)) {
      return ['rule', 'head'].map((part) => [`${shape}/${part}`, `${file}#/definitions/${part}`]);
    }
    if (shape === 'policy-test') {
      // Policy tests of each family have a schema of their own among the definitions.
      const families = Object.entries(definitions).flatMap(([name, { properties = {} }]) =>
        'policy' in properties ? [name] : [],
      );
      return [[shape, file], ...families.map((name) => [`${shape}/${name}`, `${file}#/definitions/${name}`])];
    }
    return shape === 'console' ? [[shape, file]] : type === undefined ? [] : [[`${shape}/list`, file]];
  });
  return Object.fromEntries(validators) as Readonly<Record<string, string>>;
}

interface Schema {
  readonly type?: unknown;
  readonly definitions?: Readonly<Record<string, { readonly properties?: object }>>;
}

/** ES modules with the compiled validators and their types. The code imports nothing at run time. */
export function validatorModule(
  files: ReadonlyMap<string, string>,
  hash: string,
): { code: string; types: string } {
  const ajv = new Ajv({
    allErrors: true,
    messages: false,
    strict: true,
    allowUnionTypes: true,
    inlineRefs: false,
    code: { source: true, esm: true, lines: false, optimize: 2 },
  });
  for (const [name, text] of files) {
    const schema = withAbsoluteReferences(withoutKeywords(JSON.parse(text), annotations), name) as Schema;
    ajv.addSchema(schema);
    // Under the name of its references, a definition is compiled once instead of once per schema.
    for (const [key, definition] of Object.entries(schema.definitions ?? {})) {
      ajv.addSchema(definition, `${name}#/definitions/${key}`);
    }
  }
  const schemas = validatorSchemas(files);
  const names = Object.keys(schemas);
  const exported = Object.fromEntries(
    Object.entries(schemas).map(([, reference], index) => [`check${index}`, reference]),
  );
  // Nothing reads the paths of schemas and the data above a value, which are an eighth of the code.
  const compiled = standaloneCode(ajv, exported).replaceAll(
    /schemaPath:"[^"]*",|, ?parentData[^{}]*rootData(?:=data)?/g,
    '',
  );
  if (/\brequire\(|^import /m.test(compiled)) {
    throw new Error(
      'a validator needs a part of ajv at run time (minLength, uniqueItems, format …): use a lint rule instead',
    );
  }
  const table = names.map((name, index) => `  ${JSON.stringify(name)}: check${index},`).join('\n');
  return {
    code: [
      '// Made from schemas/ by scripts/generate.ts. Do not edit.',
      compiled,
      `export const schemaHash = ${JSON.stringify(hash)};`,
      `export const validators = {\n${table}\n};`,
      '',
    ].join('\n'),
    types: [
      '// Made from schemas/ by scripts/generate.ts. Do not edit.',
      'export interface SchemaError {',
      '  readonly instancePath: string;',
      '  readonly keyword: string;',
      '  readonly params: Readonly<Record<string, unknown>>;',
      '}',
      'export interface Validator {',
      '  (data: unknown): boolean;',
      '  /** The errors of the last call. */',
      '  errors?: readonly SchemaError[] | null;',
      '}',
      `export type ValidatorName =\n${names.map((name) => `  | ${JSON.stringify(name)}`).join('\n')};`,
      'export declare const schemaHash: string;',
      'export declare const validators: Readonly<Record<ValidatorName, Validator>>;',
      '',
    ].join('\n'),
  };
}

function withAbsoluteReferences(schema: unknown, file: string): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${file}${value}` : value,
    ),
  );
}
