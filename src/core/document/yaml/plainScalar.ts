import type { SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';

const number = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$|^0o[0-7]+$|^0x[0-9a-fA-F]+$/;
const notFinite = /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/;

const words = new Map<string, null | boolean>([
  ['~', null],
  ...['null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);
const LONGEST_WORD = 'false'.length;

/** An unquoted scalar by the core schema of YAML 1.2; undefined for numbers that JSON does not have. */
export function plainNode(written: string, range: TextRange): SyntaxNode | undefined {
  const code = written.charCodeAt(0);
  if ((code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e) {
    return number.test(written)
      ? { kind: 'number', range, lexeme: jsonLexeme(written) ?? written }
      : notFinite.test(written)
        ? undefined
        : { kind: 'string', range, value: written };
  }
  const word = written.length <= LONGEST_WORD ? words.get(written) : undefined;
  return word === undefined
    ? { kind: 'string', range, value: written }
    : word === null
      ? { kind: 'null', range }
      : { kind: 'boolean', range, value: word };
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
