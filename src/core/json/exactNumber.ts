const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?)(\d+))?$/;

/**
 * Returns one spelling per exact decimal value as a JSON number. `1`, `1.0` and `1e0` give `1`; `0.10` gives
 * `1e-1`; both zeros give `0`. Big integers stay exact.
 */
export function exactNumber(lexeme: string): string {
  if (lexeme.length <= 21 && /^-?[1-9]\d*$/.test(lexeme)) {
    return lexeme;
  }
  const match = parts.exec(lexeme);
  if (!match) {
    return lexeme;
  }
  const [, sign = '', whole = '', fraction = '', exponentSign = '', writtenExponent = '0'] = match;
  const exponentDigits = writtenExponent.replace(/^0+(?=\d)/, '');
  const digits = trimmed(whole + fraction);
  if (digits.text === '') {
    return '0';
  }
  if (exponentDigits.length > 100) {
    return `${sign}${digits.text}e${exponentSign === '-' ? '-' : ''}${exponentDigits}`;
  }
  const exponent = BigInt(exponentSign + exponentDigits) - BigInt(fraction.length - digits.trailing);
  if (exponent >= 0n && exponent + BigInt(digits.text.length) <= 20n) {
    return sign + digits.text + '0'.repeat(Number(exponent));
  }
  return `${sign}${digits.text}e${exponent}`;
}

/** Removes zeros at both ends; `trailing` counts the zeros removed at the end. */
function trimmed(digits: string): { text: string; trailing: number } {
  let start = 0;
  while (digits.charCodeAt(start) === 0x30) {
    start++;
  }
  let end = digits.length;
  while (end > start && digits.charCodeAt(end - 1) === 0x30) {
    end--;
  }
  return { text: digits.slice(start, end), trailing: digits.length - end };
}
