import { Lexer, parseAllDocuments, Scalar } from 'yaml';
import type { DocumentOptions, ParseOptions, SchemaOptions } from 'yaml';
import type { JsonValue } from '../../json/json.ts';
import { sameValue } from '../../json/sameValue.ts';
import { PolicyDocument } from '../../document/policyDocument.ts';
import { valueOfNode } from '../../document/syntaxNode.ts';

/**
 * A YAML value in block style, laid out anew: `text` begins in column `column` of its line and so does the answer, with
 * `\n` between lines. Undefined when it cannot be done without changing data or comments, or would not last.
 */
export function formatYamlValue(text: string, column: number, newColumn: number): string | undefined {
  const own = indented(text, -column);
  const once = layOut(own);
  if (once === undefined || layOut(once) !== once || !sameMeaning(own, once) || !sameComments(own, once)) {
    return undefined;
  }
  return indented(once, newColumn);
}

/** Every scalar stays as it is written: only text is known, and what is empty stays empty. */
const asWritten = {
  schema: 'failsafe',
  customTags: [
    {
      tag: 'tag:yaml.org,2002:null',
      default: true,
      identify: (value: unknown) => value === null,
      test: /^$/,
      resolve: () => new Scalar(null),
      stringify: () => '',
    },
  ],
} satisfies ParseOptions & DocumentOptions & SchemaOptions;

function layOut(text: string): string | undefined {
  try {
    const documents = parseAllDocuments(text, { ...asWritten, uniqueKeys: false, strict: false });
    const [document, ...more] = Array.isArray(documents) ? documents : [];
    if (!document || more.length > 0 || document.errors.length > 0) {
      return undefined;
    }
    return document
      .toString({
        indent: 2,
        lineWidth: 0,
        minContentWidth: 0,
        flowCollectionPadding: false,
        verifyAliasOrder: false,
      })
      .replace(/(?<!\n)\n+$/, '');
  } catch {
    return undefined;
  }
}

/** Both as one rule of a policy: read with everything this project knows about YAML. */
function sameMeaning(before: string, after: string): boolean {
  const read = (text: string): JsonValue | undefined => {
    const policy = PolicyDocument.read(`value:\n${indented(`  ${text}`, 2)}\n`, 'yaml');
    const node = policy.members()[0]?.node();
    return policy.problems.some(({ fatal }) => fatal) || !node ? undefined : valueOfNode(node);
  };
  const value = read(before);
  return value !== undefined && sameValue(value, read(after));
}

function sameComments(before: string, after: string): boolean {
  return comments(before).join('\n') === comments(after).join('\n');
}

function comments(text: string): string[] {
  const found: string[] = [];
  let before = '';
  for (const token of new Lexer().lex(text)) {
    // A plain scalar is announced by this character.
    if (token.startsWith('#') && before !== '\u001f') {
      found.push(token.trimEnd());
    }
    before = token;
  }
  return found;
}

/** Moves all lines but the first, as far as their own space allows. */
function indented(text: string, by: number): string {
  return text
    .split(/\r?\n/)
    .map((line, index) => {
      if (index === 0 || line === '') {
        return line;
      }
      return by < 0 ? line.slice(Math.min(-by, /^ */.exec(line)![0].length)) : ' '.repeat(by) + line;
    })
    .join('\n');
}
