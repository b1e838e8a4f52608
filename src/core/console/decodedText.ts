/**
 * The bytes of a text, one Latin-1 character for each. `starts` and `ends` have the offsets in the original
 * text of the characters that each byte comes from.
 */
export interface DecodedText {
  readonly bytes: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const controlEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const escapePattern =
  /%u([0-9a-f]{4})|%([0-9a-f]{2})|\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\(["'\\/bfnrt])|&#(\d{1,7});|&#x([0-9a-f]{1,6});|&(amp|lt|gt|quot|apos|nbsp);/gi;
const quotedPrintablePattern = /=([0-9a-f]{2})|=\r?\n/gi;

/** The UTF-8 bytes of a text, one Latin-1 character for each. */
export function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function undecoded(text: string): DecodedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    for (let left = Buffer.byteLength(character); left > 0; left--) {
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { bytes: bytesOf(text), starts, ends };
}

/**
 * Decodes each escape once: those of addresses, JSON, JavaScript and HTML, or those of quoted-printable mail.
 */
export function decodeOnce(source: DecodedText, encoding: 'escapes' | 'quoted-printable'): DecodedText {
  const { bytes } = source;
  let out = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  const copyUntil = (until: number): void => {
    out += bytes.slice(at, until);
    for (; at < until; at++) {
      starts.push(source.starts[at] ?? 0);
      ends.push(source.ends[at] ?? 0);
    }
  };
  for (const match of bytes.matchAll(
    encoding === 'quoted-printable' ? quotedPrintablePattern : escapePattern,
  )) {
    copyUntil(match.index);
    const decoded = encoding === 'quoted-printable' ? byteOf(match[1]) : decode(match);
    at = match.index + match[0].length;
    out += decoded;
    for (let left = decoded.length; left > 0; left--) {
      starts.push(source.starts[match.index] ?? 0);
      ends.push(source.ends[at - 1] ?? 0);
    }
  }
  copyUntil(bytes.length);
  return { bytes: out, starts, ends };
}

function decode([, wide, byte, point, unit, hex, own, decimal, number, name]: RegExpExecArray): string {
  if (byte ?? hex) {
    return byteOf(byte ?? hex);
  }
  if (own !== undefined) {
    return controlEscapes[own.toLowerCase()] ?? own;
  }
  if (name !== undefined) {
    return namedEntities[name.toLowerCase()] ?? '';
  }
  const code =
    decimal === undefined ? Number.parseInt(wide ?? point ?? unit ?? number ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? bytesOf(String.fromCodePoint(code)) : '';
}

function byteOf(digits: string | undefined): string {
  return digits === undefined ? '' : String.fromCharCode(Number.parseInt(digits, 16));
}
