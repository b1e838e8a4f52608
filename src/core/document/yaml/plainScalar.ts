import { unescaped } from '../../json/unescaped.ts';
import type { SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';

/** The kind describes the spelling and the type of a scalar on one line. */
export type ScalarKind = 'null' | 'true' | 'false' | 'number' | 'plain' | 'single' | 'double' | 'escaped';

const number = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$|^0o[0-7]+$|^0x[0-9a-fA-F]+$/;
const notFinite = /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/;

const words = new Map<string, ScalarKind>([
  ['~', 'null'],
  ...['null', 'Null', 'NULL'].map((word) => [word, 'null'] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, 'true'] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, 'false'] as const),
]);
const LONGEST_WORD = 'false'.length;

/** The kind follows the core schema of YAML 1.2; it is undefined for numbers that JSON does not have. */
export function plainKind(text: string, start: number, end: number): ScalarKind | undefined {
  const code = text.charCodeAt(start);
  if ((code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e) {
    const written = text.slice(start, end);
    return number.test(written) ? 'number' : notFinite.test(written) ? undefined : 'plain';
  }
  return (end - start <= LONGEST_WORD ? words.get(text.slice(start, end)) : undefined) ?? 'plain';
}

/** A key is always read as the string of its scalar. */
export function stringOf(kind: ScalarKind, text: string, start: number, end: number): string {
  switch (kind) {
    case 'double':
      return text.slice(start + 1, end - 1);
    case 'escaped':
      return unescaped(text.slice(start + 1, end - 1));
    case 'single':
      return text.slice(start + 1, end - 1).replaceAll("''", "'");
    case 'null':
    case 'true':
    case 'false':
    case 'number':
    case 'plain':
    default:
      return text.slice(start, end);
  }
}

export function scalarNode(
  kind: ScalarKind,
  text: string,
  start: number,
  end: number,
  range: TextRange,
): SyntaxNode {
  switch (kind) {
    case 'null':
      return { kind, range };
    case 'true':
    case 'false':
      return { kind: 'boolean', range, value: kind === 'true' };
    case 'number': {
      const written = text.slice(start, end);
      return { kind, range, lexeme: jsonLexeme(written) ?? written };
    }
    case 'plain':
    case 'single':
    case 'double':
    case 'escaped':
    default:
      return { kind: 'string', range, value: stringOf(kind, text, start, end) };
  }
}

const json = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
const decimal = /^([-+]?)([0-9]*)(?:(\.)([0-9]*))?([eE][-+]?[0-9]+)?$/;

/** The JSON spelling of a number of the YAML 1.2 core schema; undefined for infinities and not-a-number. */
export function jsonLexeme(source: string): string | undefined {
  if (json.test(source)) {
    return source;
  }
  if (source.startsWith('0x') || source.startsWith('0o')) {
    return BigInt(source).toString();
  }
  const match = decimal.exec(source);
  if (!match) {
    return undefined;
  }
  const [, sign = '', whole = '', point, fraction = '', exponent = ''] = match;
  const digits = whole.replace(/^0+(?=[0-9])/, '') || '0';
  return `${sign === '-' ? '-' : ''}${digits}${point ? `.${fraction || '0'}` : ''}${exponent}`;
}
