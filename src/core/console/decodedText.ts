/** A text as bytes, one character for each, and where in the text each of them was written. */
export interface DecodedText {
  readonly bytes: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const control: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const escape =
  /%u([0-9a-f]{4})|%([0-9a-f]{2})|\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\(["'\\/bfnrt])|&#(\d{1,7});|&#x([0-9a-f]{1,6});|&(amp|lt|gt|quot|apos|nbsp);/gi;
const quoted = /=([0-9a-f]{2})|=\r?\n/gi;

/** Bytes of a text as it is written. */
export function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function asWritten(text: string): DecodedText {
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

/** Undoes what addresses, JSON, JavaScript, HTML or quoted-printable mail escape, once and wherever it stands. */
export function decodedOnce(from: DecodedText, how: 'escapes' | 'quoted'): DecodedText {
  const { bytes } = from;
  let out = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  const keep = (until: number): void => {
    out += bytes.slice(at, until);
    for (; at < until; at++) {
      starts.push(from.starts[at] ?? 0);
      ends.push(from.ends[at] ?? 0);
    }
  };
  for (const found of bytes.matchAll(how === 'quoted' ? quoted : escape)) {
    keep(found.index);
    const decoded = how === 'quoted' ? byteOf(found[1]) : decode(found);
    at = found.index + found[0].length;
    out += decoded;
    for (let left = decoded.length; left > 0; left--) {
      starts.push(from.starts[found.index] ?? 0);
      ends.push(from.ends[at - 1] ?? 0);
    }
  }
  keep(bytes.length);
  return { bytes: out, starts, ends };
}

function decode([, wide, byte, point, unit, hex, own, decimal, number, name]: RegExpExecArray): string {
  if (byte ?? hex) {
    return byteOf(byte ?? hex);
  }
  if (own !== undefined) {
    return control[own.toLowerCase()] ?? own;
  }
  if (name !== undefined) {
    return named[name.toLowerCase()] ?? '';
  }
  const code =
    decimal === undefined ? Number.parseInt(wide ?? point ?? unit ?? number ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? bytesOf(String.fromCodePoint(code)) : '';
}

function byteOf(digits: string | undefined): string {
  return digits === undefined ? '' : String.fromCharCode(Number.parseInt(digits, 16));
}
