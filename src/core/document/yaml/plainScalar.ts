import { tapeKind } from '../parser/tape.ts';

const number = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$|^0o[0-7]+$|^0x[0-9a-fA-F]+$/;
const notFinite = /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/;

/** What an unquoted scalar is in the core schema of YAML 1.2; undefined for numbers that JSON does not have. */
export function plainKind(text: string, start: number, end: number): number | undefined {
  const code = text.charCodeAt(start);
  const length = end - start;
  switch (code) {
    case 0x7e:
      return length === 1 ? tapeKind.null : tapeKind.plain;
    case 0x6e:
    case 0x4e:
      return length === 4 && isWord(text, start, 'null') ? tapeKind.null : tapeKind.plain;
    case 0x74:
    case 0x54:
      return length === 4 && isWord(text, start, 'true') ? tapeKind.true : tapeKind.plain;
    case 0x66:
    case 0x46:
      return length === 5 && isWord(text, start, 'false') ? tapeKind.false : tapeKind.plain;
    default:
  }
  if ((code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e) {
    if (isDigits(text, start, end)) {
      return tapeKind.number;
    }
    const written = text.slice(start, end);
    if (number.test(written)) {
      return tapeKind.number;
    }
    return notFinite.test(written) ? undefined : tapeKind.plain;
  }
  return tapeKind.plain;
}

/** Lower case, upper case, or with a capital. */
function isWord(text: string, start: number, word: string): boolean {
  const written = text.slice(start, start + word.length);
  return (
    written === word ||
    written === word.toUpperCase() ||
    written === word.charAt(0).toUpperCase() + word.slice(1)
  );
}

function isDigits(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) {
      return false;
    }
  }
  return true;
}
