import type { JsonValue } from '../../src/core/json/json.ts';
import type { Form, RuleField } from '../../src/core/policy/fieldTypes.ts';
import { policyShapes } from './schemaFiles.ts';

type FieldKeywords = Pick<RuleField, 'compares' | 'key' | 'governedBy' | 'onlyIf' | 'acts' | 'needs'>;

/**
 * The keywords of a schema that describe the action of a field of a rule, and the comparison of two rules by
 * it.
 */
interface FieldSchema extends FieldKeywords {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly readOnly?: boolean;
  readonly unused?: boolean;
  readonly deprecationMessage?: string;
  /** The field that switches an object off, with the value that does. */
  readonly off?: Readonly<Record<string, boolean>>;
  /** The field takes no part in the action of a rule. */
  readonly aside?: boolean;
  /**
   * The way in which comparisons and merges read the field: `as names` (a set of collections), `as a set`, `by id`
   * (its items by that field), `by id in any order`, `as an instant`, or `whole`. By default, lists of texts and
   * numbers, and lists that are allowed, denied or exceptions, are sets. Lists with a `key` are read by the key.
   */
  readonly merges?: string;
  /** The console writes the field, so it is no change: `dropped` from files and pushes, or `kept` there. */
  readonly noise?: 'dropped' | 'kept';
  /** The console fills in this value, so the field counts as absent. */
  readonly implied?: JsonValue;
}

/** Only the generated tables need these keywords, so Ordinance ships the schemas without them. */
export const fieldKeywords = [
  'compares',
  'key',
  'governedBy',
  'onlyIf',
  'acts',
  'off',
  'needs',
  'aside',
  'merges',
  'noise',
  'implied',
];

/** A module with the tables of rule fields for comparisons and policy tests. */
export function fieldTablesModule(files: ReadonlyMap<string, string>): string {
  const rule = (shape: string): SchemaField => SchemaField.of(files, shape, 'rule');
  const shapes = policyShapes(files);
  const ofShapes = (describe: (shape: string) => object): object =>
    Object.fromEntries(shapes.map((shape) => [shape, describe(shape)]));
  const forms = new Map(shapes.map((shape) => [shape, formOf(rule(shape)) ?? {}]));
  // The rules of all families share their fields, because no name has two meanings.
  const members = [...forms.values()].reduce(mergedForms).members;
  const ruleForms = [...forms].map(
    ([shape, { noise, implied }]) => `'${shape}': { members, ...${codeOf({ noise, implied })} }`,
  );
  return `// Made from schemas/ by scripts/generate.ts.
import type { PolicyShape } from '../core/policy/families.ts';
import type { Form, RuleField } from '../core/policy/fieldTypes.ts';

type ByShape<T> = Readonly<Record<PolicyShape, T>>;

export const ruleFields: ByShape<RuleField> = ${codeOf(ofShapes((shape) => descriptionOf(rule(shape))))};
export const policyFields: ByShape<RuleField> = ${codeOf(ofShapes((shape) => descriptionOf(SchemaField.of(files, shape, 'head'))))};
const members: Form['members'] = ${codeOf(members)};
export const ruleForms: ByShape<Form> = { ${ruleForms.join(', ')} };
export const entityForm: Form = ${codeOf(formOf(SchemaField.of(files, 'cnns', 'entity')))};
`;
}

/** Returns code for a value, without its undefined fields. */
function codeOf(value: unknown): string {
  if (value instanceof Map) {
    return `new Map(${codeOf([...value])})`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(codeOf).join(',')}]`;
  }
  return typeof value === 'object' && value !== null
    ? `{${Object.entries(value)
        .filter(([, inner]) => inner !== undefined)
        .map(([key, inner]) => `${JSON.stringify(key)}:${codeOf(inner)}`)
        .join(',')}}`
    : JSON.stringify(value);
}

/** A field of a rule. References are followed. */
class SchemaField {
  readonly schema: FieldSchema;
  readonly #files: ReadonlyMap<string, string>;
  readonly #file: string;

  private constructor(files: ReadonlyMap<string, string>, file: string, schema: FieldSchema) {
    this.#files = files;
    const [, other, definition] =
      /^(?:([a-z-]+)\.schema\.json)?#\/definitions\/(\w+)$/.exec(schema.$ref ?? '') ?? [];
    this.#file = other ?? file;
    this.schema =
      definition === undefined ? schema : { ...definitionOf(files, this.#file, definition), ...schema };
  }

  static of(files: ReadonlyMap<string, string>, shape: string, definition: string): SchemaField {
    return new SchemaField(files, shape, { $ref: `#/definitions/${definition}` });
  }

  get members(): readonly (readonly [name: string, field: SchemaField])[] {
    return Object.entries(this.schema.properties ?? {}).map(([name, schema]) => [name, this.#inner(schema)]);
  }

  get item(): SchemaField | undefined {
    return this.schema.items && this.#inner(this.schema.items);
  }

  is(type: string): boolean {
    return [this.schema.type].flat().includes(type);
  }

  #inner(schema: FieldSchema): SchemaField {
    return new SchemaField(this.#files, this.#file, schema);
  }
}

function definitionOf(files: ReadonlyMap<string, string>, file: string, name: string): FieldSchema {
  const text = files.get(`${file}.schema.json`) ?? '{}';
  const { definitions } = JSON.parse(text) as { definitions: Readonly<Record<string, FieldSchema>> };
  const definition = definitions[name];
  if (!definition || definition.$ref !== undefined) {
    throw new Error(`${file}.schema.json has no definition ${name} that says something itself`);
  }
  return definition;
}

/** A field in the form of `RuleField`. */
function descriptionOf(field: SchemaField): Readonly<Record<string, unknown>> {
  const { schema } = field;
  const { compares, key, governedBy, onlyIf, acts, needs, unused, deprecationMessage } = schema;
  const [[member, when] = []] = Object.entries(schema.off ?? {});
  const isAside = schema.readOnly ?? schema.aside ?? schema.noise !== undefined;
  return {
    type: types.find((type) => field.is(type)),
    compares,
    key,
    governedBy,
    onlyIf,
    acts,
    needs,
    ...(member !== undefined && { off: { member, when } }),
    ...(unused && { isUnused: true }),
    ...(isAside && { isAside: true }),
    ...(deprecationMessage !== undefined && { isDeprecated: true }),
    ...(field.is('object') && {
      members: new Map(field.members.map(([name, inner]) => [name, descriptionOf(inner)])),
    }),
    ...(field.item?.is('object') && { items: descriptionOf(field.item) }),
  };
}

const types = ['boolean', 'integer', 'number', 'string', 'array', 'object'];

const setsBy: readonly (string | undefined)[] = ['allowed', 'denied', 'exceptions'];

/** A field in the form of `Form`. Undefined for a value that is compared as a whole. */
function formOf({ schema, members, item }: SchemaField): Form | undefined {
  const { merges, key, compares } = schema;
  const [, by = key, order] = /^by (\w+)( in any order)?$/.exec(merges ?? '') ?? [];
  if (merges === 'whole') {
    return undefined;
  }
  if (merges === 'as names') {
    return { names: true, isSet: true };
  }
  if (item) {
    const isSet = merges === 'as a set' || setsBy.includes(compares) || !item.is('object');
    return by !== undefined
      ? { key: by, ...(order !== undefined && { isUnordered: true }), items: formOf(item) ?? {} }
      : isSet
        ? { isSet: true }
        : undefined;
  }
  const mapOf = <T>(valueOf: (field: SchemaField) => T | undefined): ReadonlyMap<string, T> | undefined => {
    const described = members.flatMap(([name, field]): [string, T][] => {
      const value = valueOf(field);
      return value === undefined ? [] : [[name, value]];
    });
    return described.length > 0 ? new Map(described) : undefined;
  };
  const form = Object.entries({
    members: mapOf(formOf),
    noise: mapOf((field) => field.schema.noise),
    implied: mapOf((field) => field.schema.implied),
    date: merges === 'as an instant' || undefined,
  }).filter(([, value]) => value !== undefined);
  return form.length > 0 ? Object.fromEntries(form) : undefined;
}

function mergedForms(a: Form, b: Form): Form {
  const members = new Map(a.members);
  for (const [name, form] of b.members ?? []) {
    members.set(name, mergedForms(members.get(name) ?? {}, form));
  }
  return { ...a, ...b, ...(members.size > 0 && { members }) };
}
