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
