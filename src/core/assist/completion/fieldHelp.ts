import { asMarkdown, code, Markdown, paragraphs } from '../../util/markdown.ts';
import type { Field, KnownValue } from '../schema/field.ts';

/** The help is Markdown, like the descriptions in our own schemas. The key comes from the document. */
export function fieldHelp(key: string, { schema, values }: Field): Markdown {
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
