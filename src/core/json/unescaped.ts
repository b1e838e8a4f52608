const simple = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  // The following escapes exist only in YAML.
  ['0', '\0'],
  ['a', '\x07'],
  ['e', '\x1b'],
  ['v', '\v'],
  ['N', '\u0085'],
  ['_', '\u00a0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);

/** Decodes the escapes of JSON and YAML. An unknown escape becomes its character. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|([^]))/g,
    (_, unit: string | undefined, byte: string | undefined, point: string | undefined, other: string) => {
      const digits = unit ?? byte;
      if (digits !== undefined) {
        return String.fromCharCode(Number.parseInt(digits, 16));
      }
      return point === undefined
        ? (simple.get(other) ?? other)
        : String.fromCodePoint(Math.min(Number.parseInt(point, 16), 0x10ffff));
    },
  );
}
