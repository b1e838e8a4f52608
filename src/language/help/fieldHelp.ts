import type { Field } from '../schema/field.ts';

/** What is known about a field, as Markdown. Everything in it comes from the schemas, nothing from a document. */
export function fieldHelp(key: string, { schema }: Field): string {
  const parts: string[] = [`**${schema.title ?? key}** \`${key}\``];
  if (schema.deprecationMessage !== undefined) {
    parts.push(`*${schema.deprecationMessage}*`);
  }
  if (schema.description !== undefined) {
    parts.push(schema.description);
  }
  const values = valuesOf({ schema });
  if (values.length > 0) {
    parts.push(
      values
        .map(({ value, title }) => `* \`${String(value)}\`${title === undefined ? '' : `: ${title}`}`)
        .join('\n'),
    );
  }
  if (schema.default !== undefined) {
    parts.push(`Default: \`${JSON.stringify(schema.default)}\``);
  }
  const [example] = schema.examples ?? [];
  if (example !== undefined && values.length === 0) {
    parts.push(`Example: \`${JSON.stringify(example)}\``);
  }
  if (schema.readOnly) {
    parts.push('Written by the console.');
  }
  return parts.join('\n\n');
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
