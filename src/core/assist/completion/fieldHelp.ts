import { asMarkdown, code, Markdown, paragraphs } from '../../util/markdown.ts';
import type { Field } from '../schema/field.ts';

/** The help is Markdown, like the descriptions in our own schemas. The key comes from the document. */
export function fieldHelp(key: string, { schema }: Field): Markdown {
  const values = valuesOf({ schema });
  const [example] = schema.examples ?? [];
  const { deprecationMessage } = schema;
  return paragraphs([
    asMarkdown`**${schema.title ?? key}** ${code(key)}`,
    deprecationMessage === undefined ? undefined : asMarkdown`*${new Markdown(deprecationMessage)}*`,
    schema.description === undefined ? undefined : new Markdown(schema.description),
    values.length === 0 ? undefined : asMarkdown`${values.map(valueLine)}`,
    schema.default === undefined ? undefined : asMarkdown`Default: ${code(JSON.stringify(schema.default))}`,
    example === undefined || values.length > 0
      ? undefined
      : asMarkdown`Example: ${code(JSON.stringify(example))}`,
    schema.readOnly ? asMarkdown`Written by the console.` : undefined,
  ]);
}

function valueLine({ value, title }: KnownValue): Markdown {
  return asMarkdown`* ${code(String(value))}${title === undefined ? '' : `: ${title}`}\n`;
}

export interface KnownValue {
  readonly value: string | number | boolean;
  readonly title?: string;
}

/** The values a field takes, or usually has. */
export function valuesOf({ schema }: Pick<Field, 'schema'>): readonly KnownValue[] {
  const { acceptedValues, suggestions, enum: all = [], enumDescriptions = [] } = schema;
  if (suggestions) {
    return suggestions;
  }
  const values = all.flatMap((value, index): KnownValue[] => {
    const accepted = !acceptedValues || acceptedValues.includes(String(value));
    const title = enumDescriptions[index];
    return accepted ? [title === undefined ? { value } : { value, title }] : [];
  });
  if (values.length > 0) {
    return values;
  }
  if (acceptedValues) {
    return acceptedValues.map((value) => ({ value }));
  }
  return typeOf({ schema }) === 'boolean' ? [{ value: true }, { value: false }] : [];
}

/** The type of a field's value, null aside. */
export function typeOf({ schema }: Pick<Field, 'schema'>): string | undefined {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.find((type) => type !== 'null');
}
