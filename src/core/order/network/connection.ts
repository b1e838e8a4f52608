import { fields, type Box, type FieldValues } from '../scope.ts';
import type { Range } from '../ranges.ts';

/** Places of fields in the box of a connection: those of the source, of the destination, and three of its own. */
export const connectionFields = {
  source: 0,
  destination: fields.length,
  address: 2 * fields.length,
  domain: 2 * fields.length + 1,
  port: 2 * fields.length + 2,
} as const;

export interface ConnectionParts {
  readonly source?: Box;
  readonly destination?: Box;
  readonly address?: FieldValues;
  readonly domain?: FieldValues;
  readonly port?: FieldValues;
}

export function connectionBox({ source, destination, address, domain, port }: ConnectionParts): Box {
  const ends = [source, destination].flatMap((end) => fields.map((_, field) => end?.[field]));
  return [...ends, address, domain, port];
}

/** Addresses of 16 bytes are numbers from zero on; those of 4 bytes come after them, so the two never meet. */
const of4 = 1n << 128n;

/** The addresses of a network such as `10.0.0.0/8`; undefined for anything that is not written just so. */
export function networkRange(written: string): Range | undefined {
  const [, address = '', length = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(written.trim()) ?? [];
  const low = addressNumber(address);
  if (low === undefined) {
    return undefined;
  }
  const free = (low >= of4 ? 32 : 128) - Number(length);
  if (free < 0) {
    return undefined;
  }
  const high = low + (1n << BigInt(free)) - 1n;
  // The meaning of bits beyond the length is not documented.
  return low % (1n << BigInt(free)) === 0n ? [low, high] : undefined;
}

/** True for a plain name. The meaning of any other name of a domain is not documented. */
export function isDomain(text: string): boolean {
  return /^[^*?\s/:]+$/.test(text) && !text.endsWith('.');
}

export function addressNumber(text: string): bigint | undefined {
  return text.includes(':') ? number16(text) : number4(text);
}

function number4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255)) {
    return undefined;
  }
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n) + of4;
}

/** Not with an address of 4 bytes inside, of which it is documented nowhere whether it is that address. */
function number16(text: string): bigint | undefined {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const [head = [], tail] = halves;
  const count = head.length + (tail?.length ?? 0);
  if (halves.length > 2 || (tail ? count > 7 : count !== 8)) {
    return undefined;
  }
  const parts = [...head, ...Array.from({ length: 8 - count }, () => '0'), ...(tail ?? [])];
  if (parts.some((part) => !/^[0-9a-f]{1,4}$/i.test(part))) {
    return undefined;
  }
  const number = parts.reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
  return number >> 32n === 0xffffn ? undefined : number;
}

/** Undefined for a number beyond all addresses: that of something that has none. */
export function addressText(number: bigint): string | undefined {
  if (number >> 32n > of4 >> 32n) {
    return undefined;
  }
  if (number >= of4) {
    const rest = number - of4;
    return [24n, 16n, 8n, 0n].map((shift) => String((rest >> shift) & 255n)).join('.');
  }
  const parts = Array.from({ length: 8 }, (_, at) =>
    ((number >> BigInt(112 - 16 * at)) & 65_535n).toString(16),
  );
  // The host of an address on the web has the usual spelling, in brackets.
  return new URL(`http://[${parts.join(':')}]`).hostname.slice(1, -1);
}
