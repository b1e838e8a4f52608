import type { MemberCheck, FixData } from '../finding.ts';
import { quotedText } from '../quotedInMessages.ts';
import type { Field } from '../../schema/field.ts';

const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^(?:${byte}\\.){3}${byte}$`);

/** The version is 4 or 6 for an IP address, and 0 for other text. */
export function ipVersion(text: string): 0 | 4 | 6 {
  return ipv4.test(text) ? 4 : isIpv6(text) ? 6 : 0;
}

/**
 * The form has eight groups of up to four hexadecimal digits. One `::` replaces groups of zeros, and an IPv4 address
 * replaces two groups.
 */
function isIpv6(text: string): boolean {
  if (!text.includes(':')) {
    return false;
  }
  const last = text.slice(text.lastIndexOf(':') + 1);
  const plain = ipv4.test(last) ? `${text.slice(0, -last.length)}0:0` : text;
  const halves = plain.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  return (
    groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) &&
    (halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8)
  );
}

export const notAnAddress: MemberCheck = {
  code: 'not-an-address',
  summary: 'A text is not a valid IP address or network.',
  severity: 'warning',
  scope: 'member',
  concerns: (field) => field?.schema.meaning === 'address',
  check({ path, key, value }, report) {
    const texts = Array.isArray(value) ? value.entries() : [[undefined, value] as const];
    for (const [index, text] of texts) {
      if (typeof text !== 'string') {
        continue;
      }
      const place = index === undefined ? [...path, key] : [...path, key, index];
      if (isAddress(text)) {
        const network = networkOf(text);
        if (network !== text) {
          report({
            message: `${quotedText(text)} is an address inside a network; the network is ${quotedText(network)}`,
            path: place,
            fixes: [{ kind: 'set', title: `Change to ${quotedText(network)}`, path: place, value: network }],
          });
        }
        continue;
      }
      const meant = text.replaceAll(/\s+/g, '');
      report({
        message: `${quotedText(text)} is not an address (\`192.0.2.7\`) or a network (\`192.0.2.0/24\`)${why(text)}`,
        path: place,
        fixes: isAddress(meant)
          ? [{ kind: 'set', title: `Change to ${quotedText(meant)}`, path: place, value: meant }]
          : [],
      });
    }
  },
};

/** An address of either version, or a network in address/length form. */
function isAddress(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const version = ipVersion(address);
  return (
    version > 0 &&
    more.length === 0 &&
    (length === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(length) && Number(length) <= longest(version)))
  );
}

/** A network of IPv4 by its first address; everything else as it is. */
function networkOf(text: string): string {
  const [address = '', length] = text.split('/');
  if (length === undefined || ipVersion(address) !== 4) {
    return text;
  }
  const size = 2 ** (32 - Number(length));
  const number = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
  const first = Math.floor(number / size) * size;
  return `${[24, 16, 8, 0].map((bits) => Math.floor(first / 2 ** bits) % 256).join('.')}/${length}`;
}

function longest(version: number): number {
  return version === 4 ? 32 : 128;
}

function why(text: string): string {
  const [address = '', length, ...more] = text.trim().split('/');
  const version = ipVersion(address);
  return version > 0 && length !== undefined && more.length === 0
    ? `: the length of a network of IPv${version} is between 0 and ${longest(version)}`
    : '';
}

const highest = 65_535;

export const portOutOfRange: MemberCheck = {
  code: 'port-out-of-range',
  summary: 'A port is not between 0 and 65535.',
  severity: 'warning',
  scope: 'member',
  concerns: (field) => field?.schema.meaning === 'port',
  check({ path, key, value }, report) {
    const ports = Array.isArray(value) ? value.entries() : [[undefined, value] as const];
    for (const [index, port] of ports) {
      if (typeof port === 'number' && (port < 0 || (port > highest && Number.isFinite(port)))) {
        report({
          message: `${port} is not a port: use 0 to ${highest}`,
          path: index === undefined ? [...path, key] : [...path, key, index],
        });
      }
    }
  },
};

export const reversedRange: MemberCheck = {
  code: 'reversed-range',
  summary: 'A range ends before its start.',
  severity: 'warning',
  scope: 'member',
  concerns: (field) => field?.schema.notBelow !== undefined,
  check({ object, field, path, key, value: end }, report) {
    const lower = field?.schema.notBelow;
    const start = lower === undefined ? undefined : object[lower];
    if (lower === undefined || !isEnd(end, field) || !isEnd(start, field) || end >= start) {
      return;
    }
    const place = [...path, key];
    const title = `Swap: from ${end} to ${start}`;
    const swap: FixData = {
      kind: 'several',
      title,
      steps: [
        { kind: 'set', title, path: [...path, lower], value: end },
        { kind: 'set', title, path: place, value: start },
      ],
    };
    report({
      message: `\`${key}\` is ${end}, below \`${lower}\`, which is ${start}: the range is empty`,
      path: place,
      fixes: [swap],
    });
  },
};

/** The number is a set value, because consoles write 0 for an unset end. */
function isEnd(value: unknown, field: Field | undefined): value is number {
  return (
    typeof value === 'number' &&
    value !== 0 &&
    (field?.schema.type !== 'integer' || Number.isInteger(value)) &&
    (field?.schema.meaning !== 'port' || (value > 0 && value <= highest))
  );
}
