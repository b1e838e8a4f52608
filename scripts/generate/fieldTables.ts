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
   * effect acts on its lists only. Without the keyword, a difference is unknown.
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
  const container = 'runtime-container';
  const runtime = [container, 'runtime-host', 'runtime-serverless', 'runtime-app-embedded'];
  const tables = {
    comparedFields: tableOf(['vulnerability', 'compliance', 'cnns'], (shape) => comparedIn(rule(shape))),
    unusedFields: tableOf(['vulnerability', 'compliance'], (shape) =>
      rule(shape).members.flatMap(([name, { schema }]) => (schema.unused ? [name] : [])),
    ),
    sensorFields: {
      vulnerability: sensorsIn([]),
      compliance: sensorsIn([]),
      runtime: sensorsIn(runtime.map(rule)),
      waas: sensorsIn([rule('waas')]),
      cnns: sensorsIn([]),
    },
    ruleParts: tableOf([...runtime, 'waas'], (shape) => objectPart(rule(shape), true)),
    // The rules of all families share one form, because no name has two meanings.
    ruleForm: ['vulnerability', 'compliance', ...runtime, 'waas', 'cnns']
      .map((shape) => formOf(rule(shape)))
      .reduce(mergedForms),
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

function tableOf<T>(names: readonly string[], make: (name: string) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

/** The fields that a comparison of thresholds, checks or connections reads, by the type of their values. */
function comparedIn(holder: RuleField): Record<string, unknown> {
  const entries = holder.members.flatMap(([name, field]): [string, unknown][] => {
    const { compares, unused, key } = field.schema;
    if (unused) {
      return [];
    }
    if (key !== undefined && field.item) {
      return [[name, { by: key, items: comparedIn(field.item) }]];
    }
    const inner = comparedIn(field);
    return Object.keys(inner).length > 0
      ? [[name, inner]]
      : compares === 'noise'
        ? [[name, 'noise']]
        : compares === 'value'
          ? [[name, field.is('boolean') ? 'flag' : field.is('string') ? 'word' : 'number']]
          : [];
  });
  return Object.fromEntries(entries);
}

/** The names of fields by their action, for rules whose protection is spread over sensors. */
function sensorsIn(rules: readonly RuleField[]): Record<string, unknown> {
  const names: Record<string, Set<string>> = {};
  const [governed, parts]: [Record<string, Set<string>>, Record<string, string>] = [{}, {}];
  const kinds = new Map<string, string>();
  const add = (table: Record<string, Set<string>>, key: string, name: string): void => {
    (table[key] ??= new Set()).add(name);
  };
  const visit = (holder: RuleField): void => {
    for (const [name, field] of holder.members) {
      const { compares, governedBy, key, off } = field.schema;
      if (compares !== undefined) {
        const place = `${name} of type ${String(field.schema.type)}`;
        if ((kinds.get(place) ?? compares) !== compares) {
          throw new Error(
            `${place} compares as ${compares} and as ${kinds.get(place)}: comparisons go by the name`,
          );
        }
        kinds.set(place, compares);
        add(names, compares, name);
      }
      if (governedBy !== undefined) {
        add(governed, governedBy, name);
      }
      if (key !== undefined) {
        parts[name] = key;
      }
      Object.keys(off ?? {}).forEach((member) => add(names, member, name));
      visit(field);
      if (field.item) {
        visit(field.item);
      }
    }
  };
  rules.forEach(visit);
  const listed = (key: string): string[] => [...(names[key] ?? [])].toSorted();
  return {
    words: listed('word'),
    more: listed('more'),
    less: listed('less'),
    denied: listed('denied'),
    allowed: listed('allowed'),
    exceptions: listed('exceptions'),
    objects: [...listed('inside'), ...listed('listed')].toSorted(),
    lists: listed('listed'),
    details: listed('detail'),
    disabled: listed('disabled'),
    enabled: listed('enabled'),
    governed: Object.fromEntries(
      Object.entries(governed).map(([effect, all]) => [effect, [...all].toSorted()]),
    ),
    parts,
  };
}

type Part = Readonly<Record<string, unknown>>;

function objectPart(holder: RuleField, isRule = false): Part {
  const { off = {}, needs } = holder.schema;
  const [[member, when] = []] = Object.entries(off);
  const members = holder.members.flatMap(([name, field]): [string, Part][] => {
    // A comparison handles the scope of a rule and its `disabled` before the action.
    const isAside = isRule && ['collections', 'disabled'].includes(name);
    const part = isAside ? { kind: 'aside' } : fieldPart(field);
    return part ? [[name, part]] : [];
  });
  return {
    kind: 'object',
    members: Object.fromEntries(members),
    ...(member !== undefined && { off: { member, when } }),
    ...(needs !== undefined && { needs }),
  };
}

/** Undefined for a field whose action is unknown. */
function fieldPart(field: RuleField): Part | undefined {
  const { schema } = field;
  const { compares = '', governedBy, acts } = schema;
  if (schema.type === undefined || schema.unused || schema.deprecationMessage !== undefined) {
    return undefined;
  }
  if (acts === 'unsure') {
    return { kind: 'unsure' };
  }
  if (schema.readOnly) {
    return { kind: 'aside' };
  }
  const own: Part = field.is('object')
    ? objectPart(field)
    : field.item?.is('object')
      ? { kind: 'each', of: objectPart(field.item) }
      : compares === 'word'
        ? { kind: 'word', onlyIf: schema.onlyIf }
        : { kind: 'idle' };
  if (acts !== undefined) {
    return { kind: 'does', word: acts, of: own };
  }
  const isLessOrDetail = ['less', 'allowed', 'exceptions', 'detail'].includes(compares);
  return governedBy === undefined || isLessOrDetail ? own : { kind: 'beside', word: governedBy, of: own };
}

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
