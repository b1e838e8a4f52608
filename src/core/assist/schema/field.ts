import type { PolicyShape } from '../../policy/families.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import { schemaTexts } from '../../../generated/schemas.ts';

/** A field is one place of a document with its schema, and references are resolved. */
export class Field {
  /** The text here goes before the description of the definition. */
  readonly schema: JsonSchema;
  readonly #file: SchemaName;
  #members: ReadonlyMap<string, Field> | undefined;
  #item: Field | undefined;

  constructor(schema: JsonSchema, file: SchemaName) {
    const target = resolve(schema, file);
    this.schema = target.schema;
    this.#file = target.file;
  }

  /** The map has the fields in schema order; it is empty for a schema that is not an object. */
  get members(): ReadonlyMap<string, Field> {
    this.#members ??= new Map(
      Object.entries(propertiesOf(this.schema, this.#file)).map(([key, member]) => [
        key,
        new Field(member, this.#file),
      ]),
    );
    return this.#members;
  }

  member(key: string): Field | undefined {
    const known = this.members.get(key);
    const others = known ? undefined : this.schema.additionalProperties;
    return typeof others === 'object' ? new Field(others, this.#file) : known;
  }

  get item(): Field | undefined {
    this.#item ??= this.schema.items && new Field(this.schema.items, this.#file);
    return this.#item;
  }

  /** A number leads to the entry of a list, and a text leads to a field. */
  at(path: NodePath): Field | undefined {
    const [step, ...rest] = path;
    if (step === undefined) {
      return this;
    }
    return (typeof step === 'number' ? this.item : this.member(step))?.at(rest);
  }

  /** The type of the value, null aside. */
  get type(): string | undefined {
    return [this.schema.type ?? []].flat().find((type) => type !== 'null');
  }

  /** The values that the field takes, or usually has. */
  get values(): readonly KnownValue[] {
    const { acceptedValues, suggestions, enum: all = acceptedValues, enumDescriptions } = this.schema;
    return (
      suggestions ??
      all
        ?.map((value, index) => ({ value, title: enumDescriptions?.[index] }))
        .filter(({ value }) => !acceptedValues || acceptedValues.includes(String(value))) ??
      (this.type === 'boolean' ? [{ value: true }, { value: false }] : [])
    );
  }
}

export interface KnownValue {
  readonly value: string | number | boolean;
  readonly title?: string | undefined;
}

const roots = new Map<string, Field>();

/**
 * The document of a schema with everything in it, or one of its definitions: `rule` of a policy, and the tests of a family in
 * `policy-test`.
 */
export function schemaField(name: SchemaName, definition?: string): Field {
  const key = `${name} ${definition}`;
  const schema = definition === undefined ? jsonSchema(name) : { $ref: `#/definitions/${definition}` };
  const field = roots.get(key) ?? new Field(schema, name);
  roots.set(key, field);
  return field;
}

function resolve(schema: JsonSchema, file: SchemaName): { schema: JsonSchema; file: SchemaName } {
  if (schema.$ref === undefined) {
    return { schema, file };
  }
  const match = /^(?:([a-z-]+)\.schema\.json)?#\/definitions\/(\w+)$/.exec(schema.$ref);
  const home = (match?.[1] ?? file) as SchemaName;
  const definition = jsonSchema(home).definitions?.[match?.[2] ?? ''];
  if (!definition) {
    throw new Error(`${file}.schema.json refers to ${schema.$ref}, which does not exist`);
  }
  const target = resolve(definition, home);
  const { $ref: _, ...own } = schema;
  return { schema: { ...target.schema, ...own }, file: target.file };
}

function propertiesOf(schema: JsonSchema, file: SchemaName): Readonly<Record<string, JsonSchema>> {
  const inherited = (schema.allOf ?? []).map((part) => {
    const target = resolve(part, file);
    return propertiesOf(target.schema, target.file);
  });
  return Object.assign({}, ...inherited, schema.properties) as Record<string, JsonSchema>;
}

/** The part of JSON Schema (draft-07) that the files in `schemas/` use, and their own annotations. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number)[];
  /** The descriptions have one text for each value of `enum`. */
  readonly enumDescriptions?: readonly string[];
  /** A pattern occurs only in the schema of dates. */
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  /** The console writes it; a person does not. */
  readonly readOnly?: boolean;
  /** The policies of this family ignore the field, but consoles send it. It is known, and not offered. */
  readonly unused?: boolean;
  /** The message says why the field is obsolete. */
  readonly deprecationMessage?: string;
  /** This field accepts only these values of a shared enum. */
  readonly acceptedValues?: readonly string[];
  /** The meaning of a number or text, or of each list entry, refines the type: port, address, pattern or cve. */
  readonly meaning?: string;
  /** The value has its meaning only when this field of the same object is true. */
  readonly meaningIf?: string;
  /** The value is the upper end of a range; this field of the same object is the lower end. */
  readonly notBelow?: string;
  /** The value is the name of a rule, or the name or number of an entry of the console. */
  readonly refersTo?: 'rules' | 'collections' | 'checks' | 'customRules' | 'tags' | 'networkLists';
  /** The suggestions are common values of a field that accepts any value. */
  readonly suggestions?: readonly { readonly value: string | number; readonly title: string }[];
}

/** Lists that are not ordered policies. */
type ListShape = 'base-images' | 'network-lists';
type SchemaName = PolicyShape | ListShape | 'console' | 'policy-test' | 'common';

const texts: Readonly<Record<SchemaName, string>> = schemaTexts;
const schemas = new Map<SchemaName, JsonSchema>();

/** The schema in the file of this name, parsed when it is first asked for, because starting asks for none. */
function jsonSchema(name: SchemaName): JsonSchema {
  const known = schemas.get(name);
  if (known) {
    return known;
  }
  const schema = JSON.parse(texts[name]) as JsonSchema;
  schemas.set(name, schema);
  return schema;
}
