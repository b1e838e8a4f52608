/**
 * The keywords of a schema that describe the action of a field of a rule, and the comparison of two rules by
 * it.
 */
interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly readOnly?: boolean;
  readonly unused?: boolean;
  readonly deprecationMessage?: string;
  /**
   * `word`: an action, stricter when it is further up its scale. `more` and `less`: a flag that protects more
   * or less when it is set. `denied`: a set that protects more when it is larger; `allowed` and `exceptions`:
   * less. `value`: compared by code for this field. `noise`: protects neither more nor less. `detail`: a
   * difference is unknown. `inside`: an object that is compared field by field; `listed`: an object whose
   * effect acts on its lists only. `whole`: an item that is compared as it is written. Without the keyword, a
   * difference is unknown.
   */
  readonly compares?: string;
  /** The field that distinguishes the items of a list. */
  readonly key?: string;
  /** Without this effect beside it, the field does nothing. */
  readonly governedBy?: string;
  /** Without this flag beside it, the action does nothing. */
  readonly onlyIf?: string;
  /** The action of a field that is set, if no value names it. `unsure`: undocumented. */
  readonly acts?: string;
  /** The field that switches an object off, with the value that does. */
  readonly off?: Readonly<Record<string, boolean>>;
  /** Without this field, the action of an object is unknown. */
  readonly needs?: string;
  /**
   * The way in which comparisons and merges read the field: `as a set`, `by id` (its items by that field),
   * `by id in any order`, `as an instant`, or `whole`. By default, lists of texts and numbers, and lists that
   * are allowed, denied or exceptions, are sets. Lists with a `key` are read by the key.
   */
  readonly merges?: string;
  /** The console writes the field, so it is no change: `dropped` from files and pushes, or `kept` there. */
  readonly noise?: string;
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
  'merges',
  'noise',
];

/** A module with the tables of rule fields for comparisons and policy tests. */
export function fieldTablesModule(files: ReadonlyMap<string, string>): string {
  const rule = (shape: string): RuleField => RuleField.of(files, shape, 'rule');
  const runtime = ['runtime-container', 'runtime-host', 'runtime-serverless', 'runtime-app-embedded'];
  const shapes = ['vulnerability', 'compliance', ...runtime, 'waas', 'cnns'];
  const ofShapes = (describe: (shape: string) => object): object =>
    Object.fromEntries(shapes.map((shape) => [shape, describe(shape)]));
  const tables = {
    ruleFields: ofShapes((shape) => descriptionOf(rule(shape), ['collections', 'disabled'])),
    policyFields: ofShapes((shape) => descriptionOf(RuleField.of(files, shape, 'head'))),
    // The rules of all families share one form, because no name has two meanings.
    ruleForm: shapes.map((shape) => formOf(rule(shape))).reduce(mergedForms),
    entityForm: formOf(RuleField.of(files, 'cnns', 'entity')),
  };
  const texts = Object.entries(tables).map(
    ([name, table]) => `export const ${name} = ${JSON.stringify(table)} as const;\n`,
  );
  return `// Made from schemas/ by scripts/generate.ts.\n${texts.join('')}`;
}

/** A field of a rule. References are followed. */
class RuleField {
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

  static of(files: ReadonlyMap<string, string>, shape: string, definition: string): RuleField {
    return new RuleField(files, shape, { $ref: `#/definitions/${definition}` });
  }

  get members(): readonly (readonly [name: string, field: RuleField])[] {
    return Object.entries(this.schema.properties ?? {}).map(([name, schema]) => [name, this.#inner(schema)]);
  }

  get item(): RuleField | undefined {
    return this.schema.items && this.#inner(this.schema.items);
  }

  is(type: string): boolean {
    return [this.schema.type].flat().includes(type);
  }

  #inner(schema: FieldSchema): RuleField {
    return new RuleField(this.#files, this.#file, schema);
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

/** A field in the form of `core/policy/ruleFields.ts`. `aside`: fields that take no part in the action of a rule. */
function descriptionOf(field: RuleField, aside: readonly string[] = []): Readonly<Record<string, unknown>> {
  const { schema } = field;
  const { compares, key, governedBy, onlyIf, acts, needs, unused, readOnly, deprecationMessage } = schema;
  const [[member, when] = []] = Object.entries(schema.off ?? {});
  const members = field.members.map(([name, inner]) => [
    name,
    { ...descriptionOf(inner), ...(aside.includes(name) && { isAside: true }) },
  ]);
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
    ...(readOnly && { isAside: true }),
    ...(deprecationMessage !== undefined && { isDeprecated: true }),
    ...(field.is('object') && { members: Object.fromEntries(members) }),
    ...(field.item?.is('object') && { items: descriptionOf(field.item) }),
  };
}

const types = ['boolean', 'integer', 'number', 'string', 'array', 'object'];

interface FieldForm {
  readonly members?: Readonly<Record<string, FieldForm>>;
  readonly noise?: Readonly<Record<string, string>>;
  readonly items?: FieldForm;
  readonly key?: string;
  readonly isUnordered?: true;
  readonly isSet?: true;
  readonly date?: true;
}

const setsBy: readonly (string | undefined)[] = ['allowed', 'denied', 'exceptions'];

/** Undefined for a value that is compared as a whole. */
function formOf({ schema, members, item }: RuleField): FieldForm | undefined {
  const { merges, key, compares } = schema;
  const [, by = key, order] = /^by (\w+)( in any order)?$/.exec(merges ?? '') ?? [];
  if (merges === 'whole') {
    return undefined;
  }
  if (item) {
    const isSet = merges === 'as a set' || setsBy.includes(compares) || !item.is('object');
    return by !== undefined
      ? { key: by, ...(order !== undefined && { isUnordered: true }), items: formOf(item) ?? {} }
      : isSet
        ? { isSet: true }
        : undefined;
  }
  const inner = members.flatMap(([name, field]): [string, FieldForm][] => {
    const form = formOf(field);
    return form ? [[name, form]] : [];
  });
  const noise = members.flatMap(([name, field]) => (field.schema.noise ? [[name, field.schema.noise]] : []));
  const form = {
    ...(inner.length > 0 && { members: Object.fromEntries(inner) }),
    ...(noise.length > 0 && { noise: Object.fromEntries(noise) }),
    ...(merges === 'as an instant' && { date: true as const }),
  };
  return Object.keys(form).length > 0 ? form : undefined;
}

function mergedForms(a: FieldForm | undefined, b: FieldForm | undefined): FieldForm | undefined {
  if (!a || !b) {
    return a ?? b;
  }
  const names = new Set([...Object.keys(a.members ?? {}), ...Object.keys(b.members ?? {})]);
  const members = Array.from(names, (name) => [name, mergedForms(a.members?.[name], b.members?.[name])]);
  return {
    ...a,
    ...b,
    ...(names.size > 0 && { members: Object.fromEntries(members) as FieldForm['members'] }),
  };
}
