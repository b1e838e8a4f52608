import { asWritten, decodedOnce } from './decodedText.ts';

/** What a server may make of a value that it echoes: its spellings. */

/** Longer values are tokens, of characters that need no escape. */
const longest = 256;
/** A shorter run of base64 stands in many texts. */
const shortestRun = 8;

/**
 * What to look for in a text whose escapes were undone, as bytes in lower case: a value as it is and as it reads once
 * escapes that stand in it by chance are undone, in hexadecimal and base64 (also of UTF-16) at any place of it, and those
 * twice.
 */
export function needlesOf(value: string): readonly string[] {
  const plain = [asWritten(value)];
  for (const view of plain) {
    const next = decodedOnce(view, 'escapes');
    if (plain.length < 4 && next.bytes !== view.bytes) {
      plain.push(next);
    }
  }
  const own = plain.map(({ bytes }) => bytes);
  if (value.length > longest) {
    return [...new Set(own.map((each) => each.toLowerCase()))];
  }
  const little = Buffer.from(value, 'utf16le');
  const big = Buffer.from(little).swap16();
  const once = [Buffer.from(value, 'utf8'), little, big].flatMap(inDigits);
  const twice = [
    encodeURIComponent(value.toWellFormed()),
    JSON.stringify(value).slice(1, -1),
    ...once,
  ].flatMap((each) => inDigits(Buffer.from(each)));
  return [
    ...new Set(
      [...own, little.toString('latin1'), big.toString('latin1'), ...once, ...twice].map((each) =>
        each.toLowerCase(),
      ),
    ),
  ];
}

function inDigits(bytes: Buffer): string[] {
  return [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...runsOf(bytes)];
}

/** The spellings in which a value stands in a document: as it is, in an address, in hexadecimal and in base64. */
export function plainSpellings(value: string): readonly string[] {
  const address = encodeURIComponent(value.toWellFormed());
  const bytes = Buffer.from(value.toWellFormed(), 'utf8');
  const hex = bytes.toString('hex');
  const runs = value.length > longest ? [] : [hex, hex.toUpperCase(), ...runsOf(bytes)];
  return [...new Set([value, address, withLowerCodes(address), ...runs])];
}

function withLowerCodes(address: string): string {
  return address.replaceAll(/%../g, (code) => code.toLowerCase());
}

/** The runs of base64 digits that a value makes, by its place among the groups of three bytes, without those it shares. */
function runsOf(bytes: Buffer): string[] {
  return [0, 1, 2]
    .map((before) => {
      const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      return digits.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    })
    .filter((run) => run.length >= shortestRun)
    .flatMap((run) => [run, run.replaceAll('+', '-').replaceAll('/', '_')]);
}
