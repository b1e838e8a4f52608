/** Words that some YAML 1.1 or 1.2 reader takes for something other than a string. */
const misread = /^(?:null|true|false|yes|no|on|off|y|n|nan|inf|infinity|e[-+]?[0-9]+)$/i;

/**
 * Every YAML reader takes these strings as written. They begin with a letter, `_`, `/` or `$`, so never like a number,
 * a date or an indicator. Their characters never end a plain scalar.
 */
const plain = /^[\p{L}_/$][^\p{C}\p{Z}]*(?: [^\p{C}\p{Z}]+)*$/u;

/**
 * JSON writes these characters as they are. YAML readers take them for a line break, a byte order mark or an
 * unprintable character.
 */
const unprintable = /[\u007f-\u009f\u00ad\u2028\u2029\ufeff\ufffe\uffff]/g;

function isPlain(value: string): boolean {
  return (
    value.length <= 4096 &&
    plain.test(value) &&
    !misread.test(value) &&
    !value.includes(': ') &&
    !value.includes(' #') &&
    !value.endsWith(':')
  );
}

export function quoted(value: string): string {
  const text = JSON.stringify(value);
  return text.search(unprintable) < 0
    ? text
    : text.replaceAll(
        unprintable,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
}

/** The result is one line, for a key or a value in block style. */
export function yamlLine(value: string): string {
  return isPlain(value) ? value : quoted(value);
}

/** The result is one line, for a key or a value inside `[]` or `{}`. */
export function yamlFlowString(value: string): string {
  return isPlain(value) && !/[,[\]{}:]/.test(value) ? value : quoted(value);
}

/** Lines of a literal block scalar (header first, the others without indentation), or undefined when it would not be exact. */
export function literalLines(value: string): string[] | undefined {
  if (!value.includes('\n') || !/^[\t\n\u0020-\u007e\u00a0-\u00ac\u00ae-\ud7ff\ue000-\ufdff]*$/.test(value)) {
    return undefined;
  }
  const clipped = value.endsWith('\n');
  const lines = (clipped ? value.slice(0, -1) : value).split('\n');
  const odd = lines.some((line) => line !== '' && line.trim() === '');
  const first = lines.find((line) => line !== '');
  if (
    odd ||
    first === undefined ||
    /^\s/.test(first) ||
    lines.at(-1) === '' ||
    /[\u2028\u2029]/.test(value)
  ) {
    return undefined;
  }
  return [clipped ? '|' : '|-', ...lines];
}
